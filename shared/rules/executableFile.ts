/**
 * Endings of files that a system runs when they are opened: programs, scripts, installers, shortcuts, and packed web pages. They are refused in uploads, in
 * messages that are sent and in mail that comes in (quality FI-3); the server refuses them by their content as well. All types that Outlook and Gmail block
 * are here, except certificates (`cer`, `crt`, `der`) and mailboxes (`pst`), which run nothing, and temporary files (`tmp`).
 */
const executableEndings: ReadonlySet<string> = new Set(
  (
    'a3x aab accda accdb accde accdr action ade adp ahk apk app appcontent-ms appimage appinstaller applescript application appref-ms appx appxbundle ' +
    'asa ashx asmx asp aspx asx au3 awk ax bas bash bat bgi cab cdxml cgi chm cjs class cmd cnt com command cpl crx csh deb deskthemepack desktop dex ' +
    'diagcab diagcfg diagpkg dll dmg docm dotm dqy drv efi elf ex_ exe fish flatpak flatpakref flatpakrepo fxp gadget groovy grp gvy hlp hpj hta htc ' +
    'img inf ins ipa iqy iso isp its jar jnlp js jse jsp jspx kext ko ksh lib library-ms lnk lua macho mad maf mag mam maq mar mas mat mau mav maw mcf ' +
    'mda mdb mde mdt mdw mdz mht mhtml mjs mobileconfig msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst msu nsh ocx one ops oqy ' +
    'osd pcd pcf phar php php3 php4 php5 php7 phtml pif pkg pl plg pnf potm ppa ppam ppsm pptm prefpane prf prg printerexport ps1 ps1xml ps2 ps2xml ' +
    'psc1 psc2 psd1 psdm1 psm1 psrc pssc py pyc pyd pyo pyw pyz pyzw rb rdp reg rpm rqy run scf scpt scptd scr sct search-ms searchconnector-ms ' +
    'settingcontent-ms sh shb shs sldm slk snap so sparsebundle sparseimage svgz swf swm sys tcl terminal theme themepack udl url vb vbe vbp vbs ' +
    'vbscript vhd vhdx vmdk vsix vsmacros vsw vxd war wasm webpnp website wim wll workflow ws wsc wsf wsh xapk xbap xla xlam xll xlm xlsb xlsm xltm ' +
    'xnk xpi zsh'
  ).split(' '),
);

/** The ending of a name, without the dot; invisible characters, dots and spaces at the end do not hide it, nor the name of a stream of Windows. */
const endingOf = (name: string): string | undefined =>
  /\.([a-z0-9_-]{1,20})(?:::?\$[a-z]*)?[.\s]*$/i.exec(name.replaceAll(/[\p{Cf}\p{Cc}]/gu, ''))?.[1]?.toLowerCase();

/** Whether the name says that the file is a program or a script. */
export const hasExecutableName = (name: string): boolean => executableEndings.has(endingOf(name) ?? '');

/** Web pages and drawings are refused where they have scripts; `svgz`, `mht` and `mhtml`, which hide them, always are. */
const pageEndings: ReadonlySet<string> = new Set(['htm', 'html', 'xhtml', 'xht', 'shtml', 'svg']);

/** Whether the name says that the file is a web page or a drawing, which a browser may run. */
export const hasPageName = (name: string): boolean => pageEndings.has(endingOf(name) ?? '');

/** Why it is refused, and what to send instead. `what` is the name of the file in quotes, or its number; `types` is what is taken there. */
export const executableText = (what: string, types: string): string =>
  `${what} is a program or a script, which may not be sent. Send ${types}.`;

export const activePageText = (what: string): string =>
  `${what} is a web page or a drawing with scripts, which may not be attached. Send it as PDF, or without scripts.`;

export const programInArchiveText = (what: string): string =>
  `${what} is an archive with a program or a script, which may not be attached. Send the documents without it.`;

/** Archives in archives that are looked into: a package may hold an archive of documents whose attachments are archives. */
export const maxArchiveDepth = 3;

export const uncheckedArchiveText = (what: string): string =>
  `${what} is an archive whose archives cannot be checked: they are nested more than ${maxArchiveDepth} deep, damaged, too large or encrypted. Send the documents without it.`;

/** What may not be attached, for help texts. */
export const refusedAttachments =
  'Programs, scripts, web pages with scripts, and archives with a program or a script are refused.';
