import type { IdentityConfig } from '../identityConfig.ts';
import { html } from '../../http/html.ts';
import { renderPage } from './page.ts';

/** Device sign-in (RFC 8628): the person types the code that a command line without a browser shows. */
export interface DeviceForm {
  readonly action: string;
  readonly xsrf: string;
}

/** What went wrong with a typed code, by the provider's error names. */
const problems: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that your device shows.',
  NotFoundError: 'There is no such code. Check it on your device and type it again.',
  ExpiredError: 'This code has expired. Start the sign-in on your device again.',
  AlreadyUsedError: 'This code was used already. Start the sign-in on your device again.',
  AbortedError: 'You cancelled the sign-in of your device.',
};

export function renderDeviceCode(config: IdentityConfig, { action, xsrf }: DeviceForm, problem?: string): string {
  const text =
    problem === undefined ? undefined : (problems[problem] ?? 'The sign-in could not be finished. Start again.');
  return renderPage(config, {
    title: text ? 'Error: Sign in a device' : 'Sign in a device',
    body: html`<h1>Sign in a device</h1>
${text ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus>${text}</div>` : null}
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<div class="field">
<label for="user_code">Code shown on your device</label>
<input id="user_code" name="user_code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required ${text ? html`aria-invalid="true" aria-describedby="problem"` : null}>
</div>
<button type="submit">Continue</button>
</form>`,
  });
}

export function renderDeviceConfirm(
  config: IdentityConfig,
  { action, xsrf }: DeviceForm,
  { clientName, userCode }: { readonly clientName: string; readonly userCode: string },
): string {
  return renderPage(config, {
    title: 'Confirm the device',
    body: html`<h1>Confirm the device</h1>
<p><strong>${clientName}</strong> asks to act in your name. Continue only if your device shows this code:</p>
<p class="code">${userCode}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="user_code" value="${userCode}">
<button type="submit" name="confirm" value="yes">Continue</button>
<button type="submit" class="secondary" name="abort" value="yes">Cancel</button>
</form>`,
  });
}
