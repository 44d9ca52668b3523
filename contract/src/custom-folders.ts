import { z } from 'zod'
import { Customer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { Id } from './resource.ts'

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
