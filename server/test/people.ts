export const PASSWORD = 'correct horse battery'

let people = 0

/** Somebody who has no account yet. */
export function newPerson(name = 'Ann Lee') {
  people += 1
  return { name, email: `new-${people}@example.test`, password: PASSWORD }
}
