import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChevronDown } from 'lucide-react'

/** A choice from a list, by the system's own menu: on a phone nothing is easier to hit. */
export const SelectInput = (props: NativeSelectProps) => (
  <NativeSelect
    {...props}
    rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
  />
)
