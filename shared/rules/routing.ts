/** Step types of a routing rule by stored number; the spec gives the numbers without words (spec 1 section 9). */
export const routingStepTypes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type RoutingStepType = (typeof routingStepTypes)[number];

/** How a connection is secured (spec 1 section 9). */
export const securityTypes = ['Certificate', 'SAML'] as const;

/** What documents can be converted to (spec 1 section 9). */
export const convertFormats = ['CDA', 'MDM', 'ORU'] as const;

/** How confidential a document is (spec 1 section 9). */
export const confidentialityFlags = ['Normal', 'Restricted', 'VeryRestricted'] as const;
export type ConfidentialityFlag = (typeof confidentialityFlags)[number];

/** Senders one rule can have (spec 3 section 5). */
export const fromPerRule = 1;

/** Recipients one rule can have (spec 3 section 5). */
export const toPerRule = 1;
