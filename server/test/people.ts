export const PASSWORD = 'correct horse battery'

let people = 0

/** Data of a new user without an account. */
export function newPerson(name = 'Ann Lee') {
  people += 1
  return { name, email: `new-${people}@example.test`, password: PASSWORD }
}
