import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChevronDown } from 'lucide-react'

/** A native select, because the system's menu is easiest to use on phones. */
export const SelectInput = (props: NativeSelectProps) => (
  <NativeSelect
    {...props}
    rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
  />
)
