import type { SettingValues } from './setting-values.ts'

type Limits = Pick<SettingValues, 'subscription_type' | 'storage_limitation'>

/**
 * Whether accounts without a plan or a limit of their own have the default storage limit: always with
 * fixed subscriptions and, as stored bytes are billed, never with metered ones.
 */
export const limitsStorage = ({ subscription_type: type, storage_limitation }: Limits): boolean =>
  type === 'fixed' || (type === 'none' && storage_limitation)

/** Whether the number of people in the team folders of a user is limited. */
export const limitsMembers = ({
  subscription_type: type,
}: Pick<Limits, 'subscription_type'>): boolean => type === 'fixed'
