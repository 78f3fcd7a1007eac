const jwtShape = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;
const bearerShape = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const parameterShape =
  /\b(code|token|access_token|refresh_token|id_token|client_secret|client_assertion|password|device_code)=[^&\s"']+/gi;
const fieldShape =
  /("(?:password|secret|token|access_token|refresh_token|id_token|client_secret|authorization|ssn)"\s*:\s*")[^"]*"/gi;

/** Removes secrets from a text by their form and by value: tokens, credentials in headers, addresses and JSON, known secrets. */
export const redact = (text: string, knownSecrets: readonly string[] = []): string => {
  let clean = text
    .replace(bearerShape, '$1 [redacted]')
    .replace(jwtShape, '[redacted]')
    .replace(parameterShape, '$1=[redacted]')
    .replace(fieldShape, '$1[redacted]"');
  for (const secret of knownSecrets) {
    if (secret.length >= 4) clean = clean.replaceAll(secret, '[redacted]');
  }
  return clean;
};
