import { apache } from './apache.mjs'
import { cloudcmd } from './cloudcmd.mjs'
import { coffer } from './coffer.mjs'
import { nginx } from './nginx.mjs'
import { node } from './node.mjs'
import { rclone } from './rclone.mjs'
import { tus } from './tus.mjs'

export const adapters = [coffer, nginx, apache, rclone, tus, cloudcmd, node]

export const adapterNamed = name => adapters.find(adapter => adapter.name === name)
