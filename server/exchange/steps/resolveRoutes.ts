import { domainOfAddress } from '../../../shared/rules/directAddress.ts';
import type { StepError } from '../../../shared/rules/exchange.ts';
import { platformDomain } from '../../addresses/directDomain.ts';
import type { WorkflowRun, DeliveryRow } from '../workflowRun.ts';
import { findAddresses } from '../directAddress.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';

/** Finds the route to each recipient without a delivery. Recipients without a route do not block the others. */
export async function resolveRoutes(parts: StepParts, run: WorkflowRun): Promise<StepResult> {
  const errors = await findRoutes(parts, run);
  const routed = run.deliveries.filter(({ route }) => route !== null);
  const count = (route: string) => routed.filter((delivery) => delivery.route === route).length;
  const meta = { local: count('Local'), relay: count('Relay'), none: run.deliveries.length - routed.length };
  return routed.length === 0 ? failed(errors[0] ?? 'no-route', meta) : done(meta);
}

/** Sets missing routes; returns the errors of recipients without a route. */
export async function findRoutes({ tx, services }: StepParts, run: WorkflowRun): Promise<StepError[]> {
  const open = run.deliveries.filter(({ route, status }) => route === null && status !== 'Delivered');
  const missing = open.filter(({ recipient }) => !run.owners.has(recipient));
  if (missing.length > 0) {
    const owners = await findAddresses(
      tx,
      missing.map(({ recipient }) => recipient),
    );
    run.owners = new Map([...run.owners, ...owners]);
  }
  const domain = platformDomain(services.config);
  return open.flatMap((delivery) => {
    const error = routeOf(delivery, run, { domain, hasRelay: services.config.mail.smtpUrl !== null });
    if (error === null) return [];
    delivery.status = 'Failed';
    delivery.error = error;
    return [error];
  });
}

function routeOf(
  delivery: DeliveryRow,
  { owners }: WorkflowRun,
  { domain, hasRelay }: { readonly domain: string; readonly hasRelay: boolean },
): StepError | null {
  const owner = owners.get(delivery.recipient);
  if (owner) {
    if (!owner.isUsable) return 'recipient-disabled';
    delivery.route = 'Local';
    return null;
  }
  // Mail to our own domain would only come back to us.
  if (domainOfAddress(delivery.recipient).endsWith(`.${domain}`)) return 'unknown-recipient';
  if (!hasRelay) return 'no-route';
  delivery.route = 'Relay';
  return null;
}
