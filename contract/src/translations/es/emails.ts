import type { emails as en } from '../en/emails.ts'

export const emails: Record<keyof typeof en, string> = {
  'emails.reason': 'Recibes este mensaje porque alguien usó tu dirección en {{app}}.',
  'emails.reason_account': 'Recibes este mensaje porque tienes una cuenta en {{app}}.',
  'emails.link_dead': 'Si el botón no funciona, copia esta dirección en tu navegador:',
  'emails.valid_until': 'Disponible hasta',
  'emails.valid_always': 'Sin límite',

  'emails.confirm_address.subject': 'Confirma tu dirección para {{app}}',
  'emails.confirm_address.title': 'Ya casi está: falta un paso',
  'emails.confirm_address.text':
    'Se ha creado una cuenta en {{app}} con esta dirección. Confirma que es tuya y podrás iniciar sesión.',
  'emails.confirm_address.button': 'Confirmar mi dirección',
  'emails.confirm_address.not_you':
    'Si no has sido tú, no hagas nada: sin tu confirmación nadie puede usar la cuenta.',

  'emails.account_exists.subject': 'Ya tienes una cuenta en {{app}}',
  'emails.account_exists.title': 'Tu cuenta ya existe',
  'emails.account_exists.text':
    'Alguien ha querido crear una cuenta en {{app}} para esta dirección, que ya tiene una. Si has sido tú, solo inicia sesión.',
  'emails.account_exists.button': 'Iniciar sesión',
  'emails.account_exists.forgotten': 'Elegir otra contraseña',
  'emails.account_exists.not_you':
    'Si no has sido tú, nada ha cambiado y no hace falta que hagas nada.',

  'emails.recover_password.subject': 'Elige una contraseña para {{app}}',
  'emails.recover_password.title': 'Elige una contraseña',
  'emails.recover_password.text':
    'Has pedido un enlace para elegir una contraseña. El botón te lleva a donde puedes elegirla. Funciona una sola vez; después se cierra la sesión en todos los dispositivos.',
  'emails.recover_password.button': 'Elegir una contraseña',
  'emails.recover_password.not_you': 'Si no has sido tú, no hagas nada: todo sigue igual.',

  'emails.account_alert.when': 'Cuándo',
  'emails.account_alert.not_you':
    'Si has sido tú, todo está bien. Si no, elige enseguida otra contraseña: así se cierra la sesión en todos los dispositivos.',
  'emails.account_alert.end_sessions': 'Elegir otra contraseña',
  'emails.account_alert.left':
    'Las llaves de acceso y los tokens siguen como estaban. Revísalos después y quita lo que no sea tuyo.',
  'emails.account_alert.look': 'Revisar mi cuenta',

  'emails.data_export_ready.subject': 'Tu archivo de {{app}} está listo',
  'emails.data_export_ready.title': 'Tu archivo está listo',
  'emails.data_export_ready.text':
    'Todo lo tuyo en {{app}} está ahora en un solo archivo ({{size}}). Inicia sesión para descargarlo.',
  'emails.data_export_ready.button': 'Ir a tus datos',
  'emails.data_export_ready.not_you':
    'Si no lo pediste, cambia tu contraseña: hay otra persona en tu cuenta.',

  'emails.account_deleted.subject': 'Tu cuenta de {{app}} se ha eliminado',
  'emails.account_deleted.title': 'Tu cuenta se ha eliminado',
  'emails.account_deleted.text':
    'Tu cuenta de {{app}} se eliminó el {{date}}, con todo lo que había en ella. Se ha cerrado la sesión en todos los dispositivos y tus enlaces ya no llevan a ninguna parte.',
  'emails.account_deleted.again':
    'No tienes que hacer nada más. Si algún día quieres volver, tu dirección queda libre para una cuenta nueva.',

  'emails.team_invitation.subject': '{{inviter}} te invita a {{folder}}',
  'emails.team_invitation.title': 'Únete a {{folder}}',
  'emails.team_invitation.edit':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver, añadir y cambiar lo que contiene.',
  'emails.team_invitation.view':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver y descargar lo que contiene.',
  'emails.team_invitation.button': 'Ver la invitación',
  'emails.team_invitation.newcomer':
    'Todavía no tienes cuenta. Créala con esta misma dirección y podrás abrir la carpeta.',
  'emails.team_invitation.newcomer_button': 'Crear una cuenta y unirme',

  'emails.share_link.subject': '{{sender}} comparte {{item}} contigo',
  'emails.share_link.text': '{{sender}} comparte {{item}} contigo.',
  'emails.share_link.button': 'Abrir {{item}}',
  'emails.share_link.password': 'Está protegido: pide la contraseña a {{sender}}.',

  'emails.upload_request.subject': '{{asker}} te pide archivos',
  'emails.upload_request.text':
    '{{asker}} te pide que envíes archivos para {{name}}. No necesitas una cuenta.',
  'emails.upload_request.button': 'Enviar archivos',

  'emails.upload_request_filled.subject': 'Los archivos para {{name}} ya están aquí',
  'emails.upload_request_filled.text_one':
    'Ya está aquí lo que pediste: {{count, number}} archivo para {{name}}.',
  'emails.upload_request_filled.text_other':
    'Ya está aquí lo que pediste: {{count, number}} archivos para {{name}}.',
  'emails.upload_request_filled.missing': 'Todavía falta: {{missing}}.',
  'emails.upload_request_filled.button': 'Ver los archivos',

  'emails.contact.subject': 'Un mensaje a través de {{app}}',
  'emails.contact.title': 'Alguien te ha escrito',
  'emails.contact.from': 'De',
  'emails.contact.unproven':
    'La dirección es la que se indicó y no está comprobada. Responde con un mensaje nuevo a ella.',
  'emails.upload_receipt.subject': 'Recibo: tus archivos para {{name}}',
  'emails.upload_receipt.title': 'Tus archivos han llegado',
  'emails.upload_receipt.text_one':
    '{{receiver}} ha recibido {{count, number}} archivo tuyo ({{size, bytes}}) para {{name}}, el {{date}}.',
  'emails.upload_receipt.text_other':
    '{{receiver}} ha recibido {{count, number}} archivos tuyos ({{size, bytes}}) para {{name}}, el {{date}}.',
  'emails.upload_receipt.file': 'Archivo',
  'emails.upload_receipt.size': 'Tamaño',
  'emails.upload_receipt.hash': 'SHA-256',
  'emails.upload_receipt.more_one': 'y {{count, number}} archivo más',
  'emails.upload_receipt.more_other': 'y {{count, number}} archivos más',
  'emails.upload_receipt.keep':
    'El SHA-256 es una huella del archivo: quien la calcule de nuevo verá si el archivo sigue siendo el que enviaste.',
}
