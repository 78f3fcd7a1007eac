/** Columns that the list of users is sorted by (GET /api/admin/users, `sort`). */
export const userSortFields = ['name', 'userName', 'roleName', 'createDate', 'lastLoginDate'] as const;
export type UserSortField = (typeof userSortFields)[number];

/** Roles of the users of organizations, and of the platform (spec 2 section 6). */
export const organizationRoles = ['Administrator', 'User'] as const;
export const systemAdministratorRoles = ['SysAdmin', 'SysAdminReporting'] as const;

/** Most characters of the texts of a user. */
export const userTextLimits = { firstName: 100, lastName: 100, userName: 254, jobTitle: 100, phone: 40 } as const;

/** The name of a user as lists show it. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** How long the links in mails work: to create or change a password, to confirm a new address, and to register. */
export const mailedLinkHours = 24;

/** So many links to confirm a new address are mailed to a user within an hour. */
export const emailLinksAtMost = 5;

/** Media types of an identity document: images and PDF (spec 2 section 5). */
export const idProofMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const;
/** What the texts say of them. */
export const idProofTypes = 'a PNG, JPEG, GIF or WebP image, or a PDF';

/** Why a caller cannot end the own lock: a stolen session would guess the password without end. */
export const ownUnlockText = 'You cannot unlock your own account.';
