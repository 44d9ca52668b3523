import type { mail as en } from '../en/emails.ts'

export const mail: Record<keyof typeof en, string> = {
  'mail.reason': 'Recibes este mensaje porque alguien usó tu dirección en {{app}}.',
  'mail.reason_account': 'Recibes este mensaje porque tienes una cuenta en {{app}}.',
  'mail.link_dead': 'Si el botón no funciona, copia esta dirección en tu navegador:',
  'mail.valid_until': 'Disponible hasta',
  'mail.valid_always': 'Sin límite',

  'mail.confirm_address.subject': 'Confirma tu dirección para {{app}}',
  'mail.confirm_address.title': 'Ya casi está: falta un paso',
  'mail.confirm_address.text':
    'Se ha creado una cuenta en {{app}} con esta dirección. Confirma que es tuya y podrás iniciar sesión.',
  'mail.confirm_address.button': 'Confirmar mi dirección',
  'mail.confirm_address.not_you':
    'Si no has sido tú, no hagas nada: sin tu confirmación nadie puede usar la cuenta.',

  'mail.account_exists.subject': 'Ya tienes una cuenta en {{app}}',
  'mail.account_exists.title': 'Tu cuenta ya existe',
  'mail.account_exists.text':
    'Alguien ha querido crear una cuenta en {{app}} para esta dirección, que ya tiene una. Si has sido tú, solo inicia sesión.',
  'mail.account_exists.button': 'Iniciar sesión',
  'mail.account_exists.forgotten': 'Elegir otra contraseña',
  'mail.account_exists.not_you':
    'Si no has sido tú, nada ha cambiado y no hace falta que hagas nada.',

  'mail.recover_password.subject': 'Elige una contraseña para {{app}}',
  'mail.recover_password.title': 'Elige una contraseña',
  'mail.recover_password.text':
    'Has pedido un enlace para elegir una contraseña. El botón te lleva a donde puedes elegirla. Funciona una sola vez; después se cierra la sesión en todos los dispositivos.',
  'mail.recover_password.button': 'Elegir una contraseña',
  'mail.recover_password.not_you': 'Si no has sido tú, no hagas nada: todo sigue igual.',

  'mail.account_alert.when': 'Cuándo',
  'mail.account_alert.not_you':
    'Si has sido tú, todo está bien. Si no, elige enseguida otra contraseña: así se cierra la sesión en todos los dispositivos.',
  'mail.account_alert.end_sessions': 'Elegir otra contraseña',
  'mail.account_alert.left':
    'Las llaves de acceso y los tokens siguen como estaban. Revísalos después y quita lo que no sea tuyo.',
  'mail.account_alert.look': 'Revisar mi cuenta',

  'mail.archive_ready.subject': 'Tu archivo de {{app}} está listo',
  'mail.archive_ready.title': 'Tu archivo está listo',
  'mail.archive_ready.text':
    'Todo lo tuyo en {{app}} está ahora en un solo archivo ({{size}}). Inicia sesión para descargarlo.',
  'mail.archive_ready.button': 'Ir a tus datos',
  'mail.archive_ready.not_you':
    'Si no lo pediste, cambia tu contraseña: hay otra persona en tu cuenta.',

  'mail.account_deleted.subject': 'Tu cuenta de {{app}} se ha eliminado',
  'mail.account_deleted.title': 'Tu cuenta se ha eliminado',
  'mail.account_deleted.text':
    'Tu cuenta de {{app}} se eliminó el {{date}}, con todo lo que había en ella. Se ha cerrado la sesión en todos los dispositivos y tus enlaces ya no llevan a ninguna parte.',
  'mail.account_deleted.again':
    'No tienes que hacer nada más. Si algún día quieres volver, tu dirección queda libre para una cuenta nueva.',

  'mail.team_invitation.subject': '{{inviter}} te invita a {{folder}}',
  'mail.team_invitation.title': 'Únete a {{folder}}',
  'mail.team_invitation.edit':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver, añadir y cambiar lo que contiene.',
  'mail.team_invitation.view':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver y descargar lo que contiene.',
  'mail.team_invitation.button': 'Ver la invitación',
  'mail.team_invitation.newcomer':
    'Todavía no tienes cuenta. Créala con esta misma dirección y podrás abrir la carpeta.',
  'mail.team_invitation.newcomer_button': 'Crear una cuenta y unirme',

  'mail.share_link.subject': '{{sender}} comparte {{item}} contigo',
  'mail.share_link.text': '{{sender}} comparte {{item}} contigo.',
  'mail.share_link.button': 'Abrir {{item}}',
  'mail.share_link.password': 'Está protegido: pide la contraseña a {{sender}}.',

  'mail.upload_request.subject': '{{asker}} te pide archivos',
  'mail.upload_request.text':
    '{{asker}} te pide que envíes archivos para {{name}}. No necesitas una cuenta.',
  'mail.upload_request.button': 'Enviar archivos',

  'mail.upload_request_filled.subject': 'Los archivos para {{name}} ya están aquí',
  'mail.upload_request_filled.text_one':
    'Ya está aquí lo que pediste: {{count, number}} archivo para {{name}}.',
  'mail.upload_request_filled.text_other':
    'Ya está aquí lo que pediste: {{count, number}} archivos para {{name}}.',
  'mail.upload_request_filled.missing': 'Todavía falta: {{missing}}.',
  'mail.upload_request_filled.button': 'Ver los archivos',

  'mail.contact.subject': 'Un mensaje a través de {{app}}',
  'mail.contact.title': 'Alguien te ha escrito',
  'mail.contact.from': 'De',
  'mail.contact.unproven':
    'La dirección es la que se indicó y no está comprobada. Responde con un mensaje nuevo a ella.',
  'mail.upload_receipt.subject': 'Recibo: tus archivos para {{name}}',
  'mail.upload_receipt.title': 'Tus archivos han llegado',
  'mail.upload_receipt.text_one':
    '{{receiver}} ha recibido {{count, number}} archivo tuyo ({{size, bytes}}) para {{name}}, el {{date}}.',
  'mail.upload_receipt.text_other':
    '{{receiver}} ha recibido {{count, number}} archivos tuyos ({{size, bytes}}) para {{name}}, el {{date}}.',
  'mail.upload_receipt.file': 'Archivo',
  'mail.upload_receipt.size': 'Tamaño',
  'mail.upload_receipt.hash': 'SHA-256',
  'mail.upload_receipt.more_one': 'y {{count, number}} archivo más',
  'mail.upload_receipt.more_other': 'y {{count, number}} archivos más',
  'mail.upload_receipt.proof':
    'El SHA-256 es una huella del archivo: quien la calcule de nuevo verá si el archivo sigue siendo el que enviaste.',
}
