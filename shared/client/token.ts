/** An access token and its expiry, in ms since the epoch. */
export interface Token {
  readonly accessToken: string;
  readonly expiresAt: number;
}

/** The source of tokens: the web application's session, the command line's key store. */
export interface TokenSupply {
  current(): Token | undefined;
  renew(): Promise<Token | undefined>;
}

/** A token is renewed when it ends within this many ms (spec 2 section 9). */
export const renewalThreshold = 60_000;

/** Returns a token that is valid long enough; concurrent callers share one renewal. */
export const createTokenSource = (supply: TokenSupply, now: () => number) => {
  let renewal: Promise<Token | undefined> | undefined;
  const renew = () => {
    renewal ??= supply.renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  return async (): Promise<string | undefined> => {
    const token = supply.current();
    if (token && token.expiresAt - now() > renewalThreshold) return token.accessToken;
    const renewed = await renew();
    if (renewed) return renewed.accessToken;
    return token && token.expiresAt > now() ? token.accessToken : undefined;
  };
};
