/**
 * Keeps the typed user name over a failed attempt, in this tab only: the server must not send it back, because then its
 * answers would differ between names (quality AU-3).
 */
const login = `const field = document.getElementById('userName');
const key = 'carepost.signIn.userName';
const problem = document.getElementById('problem');
if (problem) {
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
