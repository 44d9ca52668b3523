/** Unsaved changes of a settings page, by setting; a setting equal to its saved value is not in it. */
export type Draft = Readonly<Record<string, unknown>>

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Returns the draft after a change. A value changed back to the saved one is no longer unsaved. */
export function withChange(draft: Draft, name: string, value: unknown, saved: unknown): Draft {
  const { [name]: _, ...others } = draft
  return isEqual(value, saved) ? others : { ...others, [name]: value }
}

/** Returns the draft without changes that equal the saved values, for instance after a save. */
export const withoutSaved = (draft: Draft, savedOf: (name: string) => unknown): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isEqual(value, savedOf(name))),
  )

/** Removes the part of the request body from the keys of field errors: `values.app_title`. */
export const errorsBySetting = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.replace(/^(?:values|secrets)\./, '').replace(/\..*$/, ''),
      message,
    ]),
  )
