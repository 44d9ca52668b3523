import { z } from 'zod'
import { Customer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { createFolder } from './guest-shares.ts'
import { Item } from './items.ts'
import { Id } from './resource.ts'

const field = z.union([z.string(), z.number()]).optional()

/** Customer form: each field under its English or Spanish name. */
const CustomFolderForm = z
  .object({
    member_number: field,
    socio: field,
    identification: field,
    identificacion: field,
    first_name: field,
    nombre: field,
    last_name: field,
    apellido: field,
    parent_id: Id.nullable().default(null),
    tipo_id: Id.nullable().default(null),
    subcategory_id: Id.nullable().default(null),
  })
  .transform(form => ({
    parent_id: form.parent_id,
    tipo_id: form.tipo_id,
    subcategory_id: form.subcategory_id,
    member_number: form.member_number ?? form.socio,
    identification: form.identification ?? form.identificacion,
    first_name: form.first_name ?? form.nombre,
    last_name: form.last_name ?? form.apellido,
  }))
  .pipe(
    Customer.extend({
      parent_id: Id.nullable(),
      tipo_id: Id.nullable(),
      subcategory_id: Id.nullable(),
    }).transform(({ parent_id, tipo_id, subcategory_id, ...customer }) => ({
      parent_id,
      tipo_id,
      subcategory_id,
      customer,
    })),
  )

/** FILES-14: customer folders exist only at the root. */
export const createCustomFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder-custom',
  access: 'user',
  summary: 'Creates a customer folder at the root, named after the customer.',
  body: CustomFolderForm,
  response: z.object({ data: Item }),
  status: 201,
})

/**
 * FILES-16: the create-folder call of a share also accepts a customer form. Separate from `guest-shares.ts`, so
 * that guest pages do not load the form, which is rejected there.
 */
export const createSharedFolder = endpoint({
  ...createFolder,
  body: z.union([createFolder.body, CustomFolderForm]),
})

/** Customer of a folder, by folder id. */
const CustomerFolder = z.object({
  id: Id,
  type: z.literal('customer'),
  attributes: Customer.extend({ name: z.string() }),
})

/** Maximum number of suggestions. */
export const MAX_CUSTOMERS = 20

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/customers',
  access: 'user',
  summary:
    'Suggests customer folders by a part of their name, member number or id; administrators see all.',
  query: z.object({ query: z.string().trim().max(255).default('') }),
  response: z.object({ data: z.array(CustomerFolder) }),
})
