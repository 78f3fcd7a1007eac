/** `created_by` of organizations of the demo data; any other means that a user added the organization. */
export const demoAuthor = 'Demo data';
