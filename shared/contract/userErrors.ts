/** Errors of users and their sign-in; part of the catalogue in errors.ts. */
export const userErrors = {
  'E-USER-NAME-TAKEN': {
    status: 409,
    message: 'This user name already exists.',
    hint: 'Choose another user name, or change the user who has it.',
  },
  'E-USER-OWN-ACCOUNT': {
    status: 409,
    message: 'You cannot disable, delete or demote your own account.',
    hint: 'Ask another administrator.',
  },
  'E-USER-LAST-ADMINISTRATOR': {
    status: 409,
    message: 'This is the last enabled system administrator.',
    hint: 'Make another user a system administrator first.',
  },
  'E-PERSON-LAST-ADMINISTRATOR': {
    status: 409,
    message: 'This is the last enabled administrator of the organization.',
    hint: 'Make another person an administrator first.',
  },
  'E-PERSON-SHARED': {
    status: 409,
    message: 'This person also belongs to organizations that you do not work in.',
    hint: 'Remove the person from your organization, or ask a platform administrator to change the account.',
  },
  'E-ORG-NOT-ACTIVATED': {
    status: 403,
    message: 'Your organization is not activated yet.',
    hint: 'Wait for the mail about the activation, or ask a platform administrator.',
  },
  'E-USER-OWN-SIGN-IN': {
    status: 409,
    message: 'Your own user name, password and one-time codes cannot be changed as those of another user.',
    hint: 'Change them under My account (/account/profile), which asks you to confirm that it is you; for the user name there is also "carepost account change-email".',
  },
  'E-USER-DELETED': {
    status: 409,
    message: 'The user was deleted and cannot be changed.',
    hint: 'Add a new user; the user name is free.',
  },
  'E-USER-DISABLED': {
    status: 409,
    message: 'The user is disabled and cannot sign in.',
    hint: 'Enable the user first.',
  },
  'E-USER-HAS-PASSWORD': {
    status: 409,
    message: 'The user has a password already.',
    hint: 'Send a link to choose a new password instead.',
  },
  'E-USER-NO-PASSWORD': {
    status: 409,
    message: 'The user has no password yet.',
    hint: 'Send the invitation again instead; the link in it creates the password.',
  },
  'E-USER-EXTERNAL': {
    status: 409,
    message: 'Users sign in at another OpenID provider, which has their passwords and codes.',
    hint: 'Change them there.',
  },
  'E-TWO-FACTOR-ON': {
    status: 409,
    message: 'One-time codes are on already.',
    hint: 'Ask a platform administrator to turn them off if the authenticator app is lost.',
  },
  'E-TWO-FACTOR-OFF': {
    status: 409,
    message: 'One-time codes are off.',
    hint: 'Turn them on first; recovery codes come with them.',
  },
  'E-TWO-FACTOR-CODE': {
    status: 400,
    message: 'The code is not right.',
    hint: 'Enter the code that the app shows now; check the clock of the phone.',
  },
  'E-EMAIL-LINKS-SENT': {
    status: 409,
    message: 'Several links for a new address were mailed within the last hour.',
    hint: 'Use the link that was mailed last, or wait an hour.',
  },
  'E-CODES-SENT': {
    status: 409,
    message: 'Too many codes were mailed to you.',
    hint: 'Enter the last one, or wait 15 minutes.',
  },
  'E-STEP-UP': {
    status: 403,
    message: 'Confirm that it is you first.',
    hint: 'Enter your password or a one-time code (POST /api/users/{id}/verifycode), then repeat the call within 15 minutes.',
  },
  'E-PASSWORD-WRONG': {
    status: 400,
    message: 'The password is not right.',
    hint: 'Enter the password that you sign in with. Three wrong entries lock this for 10 minutes.',
  },
  'E-ACCOUNT-CLIENT': {
    status: 403,
    message: 'Machine clients have no account of their own.',
    hint: 'Sign in as a user, not as a machine client.',
  },
  'E-TWO-FACTOR-CLIENT': {
    status: 403,
    message: 'Only users can use one-time codes, not machine clients.',
    hint: 'Sign in as a user, not as a machine client.',
  },
  'E-INVITATION-LIMIT': {
    status: 409,
    message: 'You have sent as many invitations as a user may send within 24 hours.',
    hint: 'Send the next one tomorrow.',
  },
  'E-INVITATION-ADDRESS': {
    status: 400,
    message: 'The direct address does not belong to your organization.',
    hint: 'Choose one from GET /api/directory/ownaddresses, or send the invitation without an address.',
  },
} as const;
