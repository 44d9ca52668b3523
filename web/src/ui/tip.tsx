import { Tooltip, type TooltipProps } from '@mantine/core'

/** What a button without words is called. Those who listen have its label. */
export const Tip = (props: Pick<TooltipProps, 'target' | 'label' | 'position'>) => (
  <Tooltip {...props} opened aria-hidden />
)
