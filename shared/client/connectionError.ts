/**
 * Thrown by the HTTP instance for a connection that could not be made: the message is shown as it is. The code, of Node (`ECONNREFUSED`) or
 * `ERR_PROXY_TUNNEL`, decides about retries.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
