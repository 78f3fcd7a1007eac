/**
 * Endings of files that a system runs when they are opened: programs, scripts, installers, shortcuts, and packed web pages. They are refused in uploads, in
 * messages that are sent and in mail that comes in (quality FI-3); the server refuses them by their content as well.
 */
const executableEndings: ReadonlySet<string> = new Set(
  (
    'ade adp app appimage appref-ms appx appxbundle apk bash bat chm class cmd com command cpl crx csh deb dex dll dmg elf exe fish gadget hlp hta inf ' +
    'ins iso isp jar js jse jsp ksh lib lnk macho mde msc msh msh1 msh2 msi msix msixbundle msp mst ocx pif php phtml pkg pl ps1 ps1xml ps2 ' +
    'ps2xml psc1 psc2 psm1 py pyc pyw rb reg rpm run scf scr sct sh shb shs so swf sys tcl url vb vbe vbs vhd vhdx vxd war wasm ws wsc wsf wsh xbap ' +
    'mjs cjs desktop img library-ms one search-ms settingcontent-ms vbscript svgz mht mhtml xll xpi zsh docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm'
  ).split(' '),
);

/** The ending of a name, without the dot; invisible characters, dots and spaces at the end do not hide it, nor the name of a stream of Windows. */
const endingOf = (name: string): string | undefined =>
  /\.([a-z0-9-]{1,20})(?:::?\$[a-z]*)?[.\s]*$/i.exec(name.replaceAll(/[\p{Cf}\p{Cc}]/gu, ''))?.[1]?.toLowerCase();

/** Whether the name says that the file is a program or a script. */
export const hasExecutableName = (name: string): boolean => executableEndings.has(endingOf(name) ?? '');

/** Web pages and drawings are refused where they have scripts; `svgz`, `mht` and `mhtml`, which hide them, always are. */
const pageEndings: ReadonlySet<string> = new Set(['htm', 'html', 'xhtml', 'xht', 'shtml', 'svg']);

/** Whether the name says that the file is a web page or a drawing, which a browser may run. */
export const hasPageName = (name: string): boolean => pageEndings.has(endingOf(name) ?? '');

/** Why it is refused, and what to send instead. `what` is the name of the file in quotes, or its number. */
export const executableText = (what: string): string =>
  `${what} is a program or a script, which may not be attached. Send the document itself, such as a PDF, an image, XML or text.`;

export const activePageText = (what: string): string =>
  `${what} is a web page or a drawing with scripts, which may not be attached. Send it as PDF, or without scripts.`;

export const programInArchiveText = (what: string): string =>
  `${what} is an archive with a program or a script, which may not be attached. Send the documents without it.`;

/** What may not be attached, for help texts. */
export const refusedAttachments =
  'Programs, scripts, web pages with scripts, and archives with a program or a script are refused.';
