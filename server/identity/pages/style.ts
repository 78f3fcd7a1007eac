/** The style sheet of the sign-in pages; `--brand` is the installation's colour. Contrast is AA in light and dark. */
export const styleSheet = (primaryColor: string): string => `:root {
  color-scheme: light dark;
  --brand: ${primaryColor};
  --on-brand: ${textOn(primaryColor)};
  --paper: #f4f6f7;
  --card: #ffffff;
  --ink: #1b2429;
  --quiet: #55626a;
  --line: #7a878e;
  --bad: #a3161f;
  --bad-paper: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #12181b; --card: #1c2429; --ink: #eaf0f3; --quiet: #a9b6bd; --line: #84929a; --bad: #ffb4ab; --bad-paper: #3b1618; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
header { align-self: stretch; padding: 16px 24px; background: var(--brand); color: var(--on-brand); }
.brand { font-size: 20px; font-weight: 650; }
main { width: calc(100% - 32px); max-width: 424px; margin: 32px 16px 16px; padding: 32px; background: var(--card); border: 1px solid color-mix(in srgb, var(--line) 40%, transparent); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
h2 { margin: 32px 0 8px; font-size: 16px; }
p { margin: 0 0 16px; }
.field { margin: 0 0 16px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input:not([type=hidden]) { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 6px; }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.field-error { margin: 0 0 4px; color: var(--bad); }
button, .button { display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; margin-bottom: 8px; padding: 8px 16px; font: inherit; font-weight: 600; text-decoration: none; color: var(--on-brand); background: var(--brand); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.secondary { color: inherit; background: transparent; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.problem { margin: 0 0 16px; padding: 12px 16px; color: var(--bad); background: var(--bad-paper); border-left: 4px solid var(--bad); border-radius: 4px; }
.connections { margin: 0; padding: 0; list-style: none; }
.quiet, footer { color: var(--quiet); font-size: 14px; }
.code { font: 650 28px/1.5 ui-monospace, "SF Mono", Consolas, monospace; letter-spacing: 0.08em; }
dl { margin: 0; font-size: 14px; }
dl div { margin-bottom: 8px; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--quiet); }
footer { padding: 0 16px 32px; }
footer a { color: inherit; }
@media (max-width: 480px) { main { margin-top: 16px; padding: 24px 16px; } }
`;

/** Black or white, whichever reads better on the colour (relative luminance of WCAG 2). */
function textOn(color: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
