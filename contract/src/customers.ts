import { z } from 'zod'
import { PLAIN_TEXT } from './names.ts'

const ShortText = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(100, 'validation.invalid')
  .regex(PLAIN_TEXT, 'validation.invalid')
  .refine(words => !words.includes('/'), 'validation.name.characters')
const MemberNumber = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,20}$/, 'validation.digits'),
  )

/** Customer of the folder. */
export const Customer = z.object({
  member_number: MemberNumber,
  identification: ShortText,
  first_name: ShortText,
  last_name: ShortText,
})
export type Customer = z.output<typeof Customer>

/** Folder name: the identification, then the person's name. */
export const customFolderName = (customer: Customer): string =>
  `${customer.identification} - ${customer.first_name} ${customer.last_name}`
