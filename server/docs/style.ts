/** Style of the page of calls; a file of its own, because pages carry no inline style. */
export const docsStyle = `
:root { color-scheme: light dark; --line: #c9d3d6; --soft: #f1f5f6; --link: #0b5f73; --text: #12262b; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4a4f; --soft: #17262b; --link: #7cc7da; --text: #e6eef0; --page: #0e1a1e; } }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
article { margin: 1.5rem 0; padding: .25rem 1rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
h3 { overflow-wrap: anywhere; font-size: 1.05rem; }
.method { font-weight: 700; color: var(--link); }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .75rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: .25rem; }
summary { cursor: pointer; padding: .25rem 0; }
`;
