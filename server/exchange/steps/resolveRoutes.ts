import { domainOfAddress } from '../../../shared/rules/directAddress.ts';
import type { StepError } from '../../../shared/rules/exchange.ts';
import { platformDomain } from '../../addresses/directDomain.ts';
import type { Course, DeliveryRow } from '../course.ts';
import { findAddresses } from '../directAddress.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';

/** Finds the way to each recipient who has not got the message. Those without one do not hold up the others. */
export async function resolveRoutes(parts: StepParts, course: Course): Promise<StepResult> {
  const errors = await findRoutes(parts, course);
  const routed = course.deliveries.filter(({ route }) => route !== null);
  const count = (route: string) => routed.filter((delivery) => delivery.route === route).length;
  const meta = { local: count('Local'), relay: count('Relay'), none: course.deliveries.length - routed.length };
  return routed.length === 0 ? failed(errors[0] ?? 'no-route', meta) : done(meta);
}

/** Sets the route of those without one; the errors of those who have none. */
export async function findRoutes({ tx, services }: StepParts, course: Course): Promise<StepError[]> {
  const open = course.deliveries.filter(({ route, status }) => route === null && status !== 'Delivered');
  const missing = open.filter(({ recipient }) => !course.owners.has(recipient));
  if (missing.length > 0) {
    const found = await findAddresses(
      tx,
      missing.map(({ recipient }) => recipient),
    );
    course.owners = new Map([...course.owners, ...found]);
  }
  const domain = platformDomain(services.config);
  return open.flatMap((delivery) => {
    const error = routeOf(delivery, course, { domain, hasRelay: services.config.mail.smtpUrl !== null });
    if (error === null) return [];
    delivery.status = 'Failed';
    delivery.error = error;
    return [error];
  });
}

function routeOf(
  delivery: DeliveryRow,
  { owners }: Course,
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
