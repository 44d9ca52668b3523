import { AppFields, PurchaseCode } from '@coffer/contract/setup'
import { z } from 'zod'
import { withoutUndefined } from './lib/without-undefined.ts'
import { flag } from './variable-types.ts'

const GB = 1_000_000_000
const fields = AppFields.shape
const number = z.coerce.number()

/** Settings that the unattended setup stores; afterwards they can be changed in the admin area. */
export const SetupVariables = z.object({
  SETUP_PURCHASE_CODE: PurchaseCode.optional(),
  SETUP_APP_TITLE: fields.app_title,
  SETUP_APP_DESCRIPTION: fields.app_description,
  SETUP_APP_COLOR: fields.app_color,
  SETUP_CONTACT_EMAIL: fields.contact_email,
  SETUP_REGISTRATION: flag.optional(),
  SETUP_STORAGE_LIMITATION: flag.optional(),
  SETUP_DEFAULT_STORAGE_GB: number
    .transform(size => Math.round(size * GB))
    .pipe(fields.default_max_storage_amount.unwrap())
    .optional(),
  SETUP_DEFAULT_TEAM_MEMBERS: number.pipe(fields.default_max_team_member.unwrap()).optional(),
  SETUP_SUBSCRIPTION_TYPE: fields.subscription_type,
  SETUP_LANGUAGE: fields.language,
  SETUP_TIMEZONE: fields.timezone,
})

export interface SetupConfig {
  purchaseCode: string | undefined
  values: AppFields
}

export const setupConfigOf = (data: z.output<typeof SetupVariables>): SetupConfig => ({
  purchaseCode: data.SETUP_PURCHASE_CODE,
  values: withoutUndefined({
    app_title: data.SETUP_APP_TITLE,
    app_description: data.SETUP_APP_DESCRIPTION,
    app_color: data.SETUP_APP_COLOR,
    contact_email: data.SETUP_CONTACT_EMAIL,
    registration: data.SETUP_REGISTRATION,
    storage_limitation: data.SETUP_STORAGE_LIMITATION,
    default_max_storage_amount: data.SETUP_DEFAULT_STORAGE_GB,
    default_max_team_member: data.SETUP_DEFAULT_TEAM_MEMBERS,
    subscription_type: data.SETUP_SUBSCRIPTION_TYPE,
    language: data.SETUP_LANGUAGE,
    timezone: data.SETUP_TIMEZONE,
  }),
})
