import { once } from 'node:events';
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { CertificateProblem } from '../../../shared/rules/certificate.ts';
import { isPrivateHost } from '../../jobs/privateHost.ts';
import { oneLine } from '../../mail/addMail.ts';

/** What a check found: a certificate, a problem, or both. */
export interface CertificateReading {
  readonly certificate?: {
    readonly validFrom: Date;
    readonly validTo: Date;
    readonly subject: string;
    readonly issuer: string;
  };
  readonly problem: CertificateProblem | null;
  readonly problemCode: string | null;
}

interface ReadOptions {
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Resolves names instead of the system. */
  readonly lookup?: LookupFunction;
}

const longestName = 300;

/**
 * Reads the certificate of a host by a TLS handshake, without a request. The address is checked when the connection is made (OU-1), the time is
 * bounded (OU-2). Trust is that of the calls themselves: authorities of Node and NODE_EXTRA_CA_CERTS.
 */
export async function readCertificate(
  { host, port }: { readonly host: string; readonly port: number },
  { allowPrivate, signal, timeoutMs = 5_000, lookup }: ReadOptions,
): Promise<CertificateReading> {
  if (!allowPrivate && isPrivateHost(host)) return blocked;
  const late = AbortSignal.timeout(timeoutMs);
  const agent = new RequestFilteringHttpsAgent({ allowPrivateIPAddress: allowPrivate });
  // The certificate is read also where it is not valid; nothing is sent to the host.
  const options = {
    host,
    port,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(lookup && { lookup }),
  };
  const socket = agent.createConnection(options);
  // Also of a connection that is given up.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, late]) });
    return readingOf(socket);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { problem: 'timeout', problemCode: null };
    if (error instanceof Error && /is not allowed\. Because/.test(error.message)) return blocked;
    return { problem: 'unreachable', problemCode: codeOf(error) };
  } finally {
    socket.destroy();
  }
}

const blocked: CertificateReading = { problem: 'blocked', problemCode: null };

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

function readingOf(socket: object): CertificateReading {
  const peer = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!(socket instanceof TLSSocket) || !peer) return { problem: 'unreachable', problemCode: 'NO_CERTIFICATE' };
  const { validFromDate: validFrom, validToDate: validTo } = peer;
  const certificate = { validFrom, validTo, subject: nameOf(peer.subject), issuer: nameOf(peer.issuer) };
  const problemCode = codeOfRefusal(socket.authorizationError);
  const now = Date.now();
  // Before the refusal: a self-signed certificate is refused as such even where it has ended.
  if (validTo.getTime() <= now) return { certificate, problem: 'expired', problemCode };
  if (validFrom.getTime() > now) return { certificate, problem: 'notYetValid', problemCode };
  if (socket.authorized) return { certificate, problem: null, problemCode: null };
  return {
    certificate,
    problem: problemCode === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'wrongHost' : 'untrusted',
    problemCode,
  };
}

/** Node has the code in a field that is typed as an error. */
const codeOfRefusal = (refusal: unknown): string | null => (typeof refusal === 'string' ? refusal : codeOf(refusal));

/** A name of several lines; the host may have written anything into it. */
const nameOf = (lines: string | undefined): string =>
  oneLine((lines ?? '').split('\n').join(', ')).slice(0, longestName);
