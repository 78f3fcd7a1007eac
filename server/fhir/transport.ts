/** An answer as it came, at most as long as the limit. */
export interface FhirResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Where it came from in the end. */
  readonly url: URL;
}

/** How the directory is reached. */
export interface FhirTransport {
  /** The directory's own address; nothing outside its origin is ever asked. */
  readonly base: URL;
  /** Rejects with FhirFailure. */
  get(url: URL, signal: AbortSignal): Promise<FhirResponse>;
}

/** What an answer may cost us (OU-2). */
export interface FhirLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly maxRedirects: number;
}

/** Time includes redirects and the body. Below the 10 s after which the database gives up a waiting transaction. */
export const fhirLimits: FhirLimits = {
  timeoutMs: 9_000,
  maxBytes: 5 * 1024 * 1024,
  maxPages: 20,
  maxRedirects: 3,
};
