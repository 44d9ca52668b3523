import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { PLAIN_TEXT } from './names.ts'
import { Id } from './resource.ts'

const Words = z
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

/** Whose folder it is. */
export const Customer = z.object({
  member_number: MemberNumber,
  identification: Words,
  first_name: Words,
  last_name: Words,
})
export type Customer = z.output<typeof Customer>

/** Spec leaves the name open: the identification, then who it is. */
export const customFolderName = (customer: Customer): string =>
  `${customer.identification} - ${customer.first_name} ${customer.last_name}`

const field = z.union([z.string(), z.number()]).optional()

/** Each field under its English or its Spanish name. */
const Form = z
  .object({
    ...{ member_number: field, socio: field, identification: field, identificacion: field },
    ...{ first_name: field, nombre: field, last_name: field, apellido: field },
    parent_id: Id.nullable().default(null),
  })
  .transform(form => ({
    parent_id: form.parent_id,
    member_number: form.member_number ?? form.socio,
    identification: form.identification ?? form.identificacion,
    first_name: form.first_name ?? form.nombre,
    last_name: form.last_name ?? form.apellido,
  }))
  .pipe(
    Customer.extend({ parent_id: Id.nullable() }).transform(({ parent_id, ...customer }) => ({
      parent_id,
      customer,
    })),
  )

/** Spec §7. */
export const createCustomFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder-custom',
  access: 'user',
  summary: "Creates a customer's folder, named after him, at the root.",
  body: Form,
  response: z.object({ data: Item }),
  status: 201,
})
