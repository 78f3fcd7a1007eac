/** Claims of a token for display and expiry only; whether it is genuine is the server's business. */
export const readClaims = (token: string | undefined): Readonly<Record<string, unknown>> => {
  const part = token?.split('.')[1];
  if (part === undefined) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

export const claimText = (claims: Readonly<Record<string, unknown>>, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = claims[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value.map(String).join(', ');
  }
  return '';
};
