/** The header that says when a webhook was sent and that it is ours: `t=<unix seconds>,v1=<hex>`. */
export const signatureHeader = 'carepost-signature';

/** A receiver refuses an older call, so that a recorded call cannot be sent again (quality.md OU-3). */
export const signatureToleranceSeconds = 300;

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const keyOf = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytesOf(secret), hmac, false, [use]);

/** The value of the header for a body, exactly as it is sent: HMAC-SHA256 over `<seconds>.<body>`. */
export async function signWebhook(secret: string, body: string, seconds: number): Promise<string> {
  const signature = await crypto.subtle.sign(hmac, await keyOf(secret, 'sign'), bytesOf(`${seconds}.${body}`));
  return `t=${seconds},v1=${new Uint8Array(signature).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')}`;
}

interface SignedCall {
  /** The header as it came. */
  readonly header: string;
  /** The body as it came, before anybody parsed it. */
  readonly body: string;
  readonly secret: string;
  /** Unix seconds by the receiver's clock. */
  readonly now: number;
}

/** Whether a call is ours and fresh: what receivers do with the header. */
export async function isOurWebhook({ header, body, secret, now }: SignedCall): Promise<boolean> {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header.trim()) ?? [];
  if (seconds === undefined || hex === undefined) return false;
  if (Math.abs(now - Number(seconds)) > signatureToleranceSeconds) return false;
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify(hmac, await keyOf(secret, 'verify'), signature, bytesOf(`${seconds}.${body}`));
}
