import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../../server/http/problem.ts';
import { hasText, htmlOfText, sanitiseHtml as sanitise } from '../../../server/html/sanitiseHtml.ts';
import { anyText } from '../../support/arbitraries.ts';

const sanitiseHtml = (html: string) => sanitise(html, 'text');

const allowed = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr div blockquote pre ul ol li dl dt dd strong b em i u s sub sup small code ' +
    'table caption thead tbody tfoot tr th td a'
  ).split(' '),
);
const attributes = new Set(['href', 'rel', 'colspan', 'rowspan', 'scope', 'start']);

/** What a browser makes of the HTML: every element and attribute must be on the list, every link lead outside. */
function expectInert(html: string): void {
  const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    expect(allowed, html).toContain(element.localName);
    for (const { name } of element.attributes) expect(attributes, html).toContain(name);
    const href = element.getAttribute('href');
    if (href !== null) {
      expect(href, html).toMatch(/^(https?:\/\/|mailto:)/i);
      expect(element.getAttribute('rel'), html).toBe('noopener noreferrer');
    }
  }
}

const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/account/logout">x</a>',
  '<a href="https://a.example" onclick="alert(1)" target="_blank" style="x">x</a>',
  '<p onmouseover=alert(1) id=main class=x style="background:url(javascript:alert(1))">x</p>',
  '<div style="position:fixed;inset:0">x</div>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"</style>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '"><img src=x onerror=alert(1)>',
  '<table><td background="javascript:alert(1)">x</td></table>',
  '<marquee onstart=alert(1)>x</marquee>',
];

describe('sanitised HTML', () => {
  test.each(payloads)('runs nothing: %s', (payload) => expectInert(sanitiseHtml(payload)));

  test('runs nothing, however the pieces are put together', () => {
    const piece = fc.oneof(
      fc.constantFrom(...payloads),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '</',
        '<!--',
        '-->',
        '<p',
        '</p>',
        ' on',
        '=x',
        '&#x6a;',
        '\u2028',
        '<a href=',
      ),
      anyText(8),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = sanitiseHtml(pieces.join(''));
        expectInert(once);
        expectInert(sanitiseHtml(once));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test('keeps what a legal text is made of', () => {
    const text =
      '<h1>Terms</h1><p>One <strong>two</strong></p><ol start="3"><li>a</li></ol>' +
      '<table><thead><tr><th scope="col" colspan="2">x</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>';
    expect(sanitiseHtml(text)).toBe(text);
    expect(sanitiseHtml('<a href="mailto:legal@a.example">mail</a>')).toBe(
      '<a href="mailto:legal@a.example" rel="noopener noreferrer">mail</a>',
    );
  });

  test('of a megabyte of broken markup comes soon', { tags: ['hard'], timeout: 30_000 }, () => {
    const started = performance.now();
    for (const text of [
      '<a href='.repeat(130_000),
      '<p '.repeat(300_000),
      '</p>'.repeat(250_000),
      '<p>x'.repeat(200_000),
    ])
      expect(sanitiseHtml(text).length).toBeLessThan(3_000_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.each(['<div>', '<p><i>', '<x>'])('is refused where it is nested beyond all sense: %s', (piece) => {
    const started = process.cpuUsage();
    expect(() => sanitiseHtml(piece.repeat(150_000))).toThrow(ApiProblem);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(5_000);
    expectInert(sanitiseHtml(piece.repeat(200)));
  });
});

describe('plain text', () => {
  test('becomes paragraphs and lines in which nothing is markup', () => {
    expect(htmlOfText('One <b>&\r\ntwo\n\n \n"three"')).toBe(
      '<p>One &lt;b&gt;&amp;<br />two</p>\n<p>&quot;three&quot;</p>',
    );
    fc.assert(
      fc.property(anyText(), (text) => expectInert(htmlOfText(text))),
      { numRuns: 100 },
    );
  });

  test('of nothing but space is no text', () => {
    expect([hasText(htmlOfText(' \n\t')), hasText('<p>&nbsp;</p><hr />'), hasText('<p>x</p>')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
