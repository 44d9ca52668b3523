import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

/** The values to store or to test, without those that the environment sets. */
export const withoutLocked = <V extends object>(values: V, locked: readonly string[]): V =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !locked.includes(name))) as V

/** Returns the attributes of a field. Fields that the environment sets are disabled and say so. */
export function useLockableFields<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  locked: readonly string[],
) {
  const { t } = useTranslation()
  return (name: keyof V & string, help?: string) => {
    const isLocked = locked.includes(name)
    return {
      ...form.getInputProps(name),
      disabled: isLocked,
      description: isLocked ? t('setup.locked') : help,
    }
  }
}
