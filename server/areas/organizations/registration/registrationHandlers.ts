import type { registration } from '../../../../shared/contract/registration.ts';
import { normaliseSubdomain } from '../../../../shared/rules/subdomain.ts';
import { audit } from '../../../database/audit.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { addressShare } from '../../../identity/addressShare.ts';
import { addMail } from '../../../mail/addMail.ts';
import {
  addRegistration,
  endRegistration,
  findByToken,
  lockStarts,
  renewRegistration,
  stateOf,
} from '../../../registration/registrationLinks.ts';
import { registrationMail } from '../../../registration/registrationMails.ts';
import { activeAgreement, agreementType } from '../../../terms/activeAgreement.ts';
import { subdomainRefusal } from '../record/subdomainStore.ts';
import { chosenPlan, createRegistered, firstPasswordHash, offeredPlans, openPayment } from './completeRegistration.ts';
import { openLink, refuseClosed } from './registrationAccess.ts';
import { brandAt, findRegistration, lockRegistration, registrationPage } from './registrationStore.ts';

/** How a new organization with its first administrator comes in (spec 2 section 2, /account/register). */
export const registrationHandlers = (services: Services): Handlers<typeof registration> => {
  const { config, database } = services;

  const openLinkOf = async (token: string) => {
    refuseClosed(config);
    return openLink(await findByToken(database.db, token));
  };

  /** Holds a registration that support changes; one that has ended stays as it is. */
  const lockOpen = async (tx: Transaction, id: string) => {
    const found = await lockRegistration(tx, id);
    if (!found) throw new ApiProblem('E-NOT-FOUND');
    if (found.state !== 'Open') throw new ApiProblem('E-REGISTRATION-ENDED');
    return found;
  };
  const readItem = async (tx: Transaction, id: string) => {
    const item = await findRegistration(tx, id);
    if (!item) throw new ApiProblem('E-NOT-FOUND');
    return item;
  };

  return {
    offer: async () => {
      const { db } = database;
      const brand = await brandAt(db, config.publicUrl);
      const terms = await activeAgreement(db, brand?.name ?? '', agreementType);
      const plans = config.registration ? await offeredPlans(services) : [];
      return {
        isOpen: config.registration,
        plans: plans.map((plan) => ({ ...plan, features: [...plan.features] })),
        terms: terms ? { id: terms.id, version: terms.version, brandName: terms.brandName, html: terms.html } : null,
      };
    },

    start: async ({ body: { emailAddress, invitation } }, context) => {
      refuseClosed(config);
      await inTransaction(database, async (tx) => {
        const share = addressShare(context.address);
        const exceeded = await lockStarts(tx, emailAddress, share);
        if (exceeded !== null)
          throw new ApiProblem('E-REGISTRATION-LIMIT', {
            headers: { 'retry-after': exceeded === 'email' ? '86400' : '3600' },
          });
        const invited = invitation === undefined ? undefined : await findByToken(tx, invitation);
        const invitationId = invited?.invitationId ?? null;
        const link = await addRegistration(tx, { emailAddress, invitationId, addressShare: share });
        await addMail(tx, config, { recipient: emailAddress, ...registrationMail(link, config) });
        await audit(tx, context, {
          action: 'registration.start',
          targetType: 'registration',
          targetId: link.id,
          // Without the address: the caller may not be its owner.
          changes: { expiresAt: { before: null, after: link.expiresAt.toISOString() } },
        });
      });
      return undefined;
    },

    link: async ({ body: { token } }) => {
      const { emailAddress, expiresAt } = await openLinkOf(token);
      return { emailAddress, expiresAt: expiresAt.toISOString() };
    },

    subdomain: async ({ body: { token, subdomain } }) => {
      await openLinkOf(token);
      const label = normaliseSubdomain(subdomain);
      return { subdomain: label, refusal: await subdomainRefusal(database.db, config, label) };
    },

    complete: async ({ body }, context) => {
      const { emailAddress } = await openLinkOf(body.token);
      const plan = await chosenPlan(services, body.planId);
      const passwordHash = await firstPasswordHash(body.password, emailAddress);
      const { actor, ...created } = await createRegistered(services, { body, passwordHash, plan }, context);
      const { requestId, log } = context;
      const { organizationId } = created;
      const isPaymentOpen = await openPayment(services, { organizationId, plan }, { actor, requestId, log });
      return { ...created, isPaymentOpen };
    },

    list: ({ query }) => registrationPage(database, query),

    resend: ({ params: { id } }, context) => {
      refuseClosed(config);
      return inTransaction(database, async (tx) => {
        const before = await lockOpen(tx, id);
        const link = await renewRegistration(tx, before);
        await addMail(tx, config, { recipient: before.emailAddress, ...registrationMail(link, config) });
        await audit(tx, context, {
          action: 'registration.resend',
          targetType: 'registration',
          targetId: id,
          changes: { expiresAt: { before: before.expiresAt.toISOString(), after: link.expiresAt.toISOString() } },
        });
        return readItem(tx, id);
      });
    },

    cancel: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const before = await lockOpen(tx, id);
        await endRegistration(tx, before, { state: 'Canceled' });
        await audit(tx, context, {
          action: 'registration.cancel',
          targetType: 'registration',
          targetId: id,
          changes: { state: { before: stateOf(before), after: 'Canceled' } },
        });
        return readItem(tx, id);
      }),
  };
};
