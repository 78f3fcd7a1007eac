import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { testCertificate } from './testCertificate.ts';

type Certificate = ReturnType<typeof testCertificate>;

/** Hosts on this machine that speak TLS, and what the process trusts beside its own authorities; `close` undoes both. */
export function openTlsHosts() {
  const known = getCACertificates('default');
  const trusted: string[] = [];
  const servers: Server[] = [];
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  return {
    /** Those of the certificates that a real authority would have signed. */
    trust(...certificates: readonly Certificate[]) {
      trusted.push(...certificates.map(({ cert }) => cert));
      setDefaultCACertificates([...known, ...trusted]);
    },
    async host(certificate: Certificate) {
      const server = createTlsServer(certificate, (socket) => socket.on('error', () => undefined).resume());
      const port = await listen(server);
      return {
        port,
        renew: (renewed: Certificate) => server.setSecureContext(renewed),
        close: () => new Promise((resolve) => server.close(resolve)),
      };
    },
    /** A port that takes connections and says nothing; `count` is the number of them. */
    async silent() {
      const opened = { port: 0, count: 0 };
      const server = createServer((socket) => {
        opened.count += 1;
        socket.on('error', () => undefined).resume();
      });
      opened.port = await listen(server);
      return opened;
    },
    async close() {
      setDefaultCACertificates(known);
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
