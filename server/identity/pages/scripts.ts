/**
 * Keeps the typed user name over a failed attempt, in this tab only: the server must not send it back, because then its
 * answers would differ between names (quality AU-3). The page of the registration leaves the name of a new account there once.
 */
const login = `const field = document.getElementById('userName');
const key = 'carepost.signIn.userName';
const registered = 'carepost.signIn.registered';
const problem = document.getElementById('problem');
const newName = sessionStorage.getItem(registered);
sessionStorage.removeItem(registered);
if (!problem && newName) {
  field.value = newName;
  document.getElementById('password').focus();
} else if (problem) {
  field.value = field.value || sessionStorage.getItem(key) || '';
  problem.focus();
} else {
  sessionStorage.removeItem(key);
  field.focus();
}
document.querySelector('form').addEventListener('submit', () => sessionStorage.setItem(key, field.value));
`;

const logout = `document.querySelector('form').submit();
`;

export const scripts = { 'login.js': login, 'logout.js': logout } as const;
