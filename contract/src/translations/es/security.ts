import type { security as en } from '../en/security.ts'

export const security: Record<keyof typeof en, string> = {
  'password.change_title': 'Cambia tu contraseña',
  'password.change_text': 'Una contraseña nueva cierra tu sesión en todas partes menos aquí.',
  'password.current': 'Contraseña actual',
  'password.new': 'Contraseña nueva',
  'password.new_repeated': 'Contraseña nueva, otra vez',
  'password.change': 'Cambiar la contraseña',
  'password.revoke_tokens': 'Revocar también mis tokens de acceso',
  'password.revoke_tokens_text':
    'Los programas que los usan se quedan fuera. Elígelo si alguien más pudo conocer la contraseña anterior.',
  'password.changed': 'Contraseña cambiada',
  'password.changed_text': 'Se ha cerrado la sesión en los demás dispositivos.',

  'choose_password.title': 'Elige una contraseña',
  'choose_password.none': 'Esta cuenta todavía no tiene contraseña.',
  'choose_password.none_but':
    'Esta cuenta todavía no tiene contraseña: inicias sesión con {{services}}.',
  'choose_password.what_for':
    'Necesitas una para configurar la verificación en dos pasos o llaves de acceso, cerrar sesiones, crear tokens de acceso, llevarte tus datos o eliminar tu cuenta.',
  'choose_password.how':
    'Enviamos un mensaje con un enlace a {{email}}. Cuando hayas elegido allí una contraseña, se cierra la sesión en todos los dispositivos y entras con ella o como antes.',
  'choose_password.send': 'Enviarme el mensaje',
  'choose_password.sent': 'Hemos enviado un mensaje a {{email}}.',
  'choose_password.sent_another': 'Hemos enviado otro mensaje a {{email}}.',
  'choose_password.follow':
    'Sigue su enlace antes de una hora para elegir tu contraseña. Entonces se cierra la sesión en todos los dispositivos. Si no llega nada, mira en el correo no deseado.',

  'security.your_password': 'Tu contraseña',
  'security.continue': 'Continuar',

  'two_factor.title': 'Verificación en dos pasos',
  'two_factor.on': 'Activada',
  'two_factor.off': 'Desactivada',
  'two_factor.text_on':
    'Activada desde el {{date}}. Para entrar hacen falta tu contraseña y un código de tu aplicación.',
  'two_factor.text_off':
    'Con un código de una aplicación de tu teléfono, una contraseña robada no abre nada por sí sola.',
  'two_factor.required': 'Un paso más',
  'two_factor.required_text':
    'Quien administra este servidor pide a todos un segundo paso al entrar: un código de una aplicación de tu teléfono. Es un minuto y después tendrás aquí tus archivos.',
  'two_factor.set_up': 'Configurar',
  'two_factor.set_up_title': 'Configurar la verificación en dos pasos',
  'two_factor.password_text': 'Primero, tu contraseña.',
  'two_factor.scan_text':
    'Escanéalo con una aplicación de autenticación, como Aegis, 1Password o Google Authenticator.',
  'two_factor.qr_alt': 'Código QR para la aplicación de autenticación',
  'two_factor.type_text': '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
  'two_factor.open_app': 'Abrir la aplicación en este dispositivo',
  'two_factor.first_code': 'El código que muestra la aplicación',
  'two_factor.turn_on': 'Activar',
  'two_factor.codes': 'Tus códigos de recuperación',
  'two_factor.codes_text':
    'Cada uno te deja entrar una vez cuando no tengas el teléfono a mano. Guárdalos en un lugar seguro: no se vuelven a mostrar.',
  'two_factor.file_head': 'Códigos de recuperación de Coffer. Cada uno deja entrar una vez.',
  'two_factor.copy_codes': 'Copiar',
  'two_factor.copied': 'Copiados',
  'two_factor.copy_failed': 'No se pudo copiar',
  'two_factor.save_codes': 'Descargar',
  'two_factor.codes_kept': 'Ya los he guardado',
  'two_factor.new_codes': 'Códigos nuevos',
  'two_factor.new_codes_text': 'Diez códigos nuevos sustituyen a los que tienes.',
  'two_factor.new_codes_submit': 'Crear códigos nuevos',
  'two_factor.codes_left_one': 'Queda {{count, number}} código de recuperación',
  'two_factor.codes_left_other': 'Quedan {{count, number}} códigos de recuperación',
  'two_factor.codes_few': 'Crea otros nuevos antes de que te hagan falta.',
  'two_factor.turn_off': 'Desactivar',
  'two_factor.turn_off_title': '¿Desactivar la verificación en dos pasos?',
  'two_factor.turn_off_text': 'A partir de entonces tu contraseña basta para entrar.',
  'two_factor.turned_off': 'La verificación en dos pasos está desactivada.',

  'second_step.title': 'Un paso más',
  'second_step.lead': 'Escribe el código que muestra tu aplicación de autenticación.',
  'second_step.code': 'Código',
  'second_step.recovery_lead': 'Escribe uno de tus códigos de recuperación. Vale una sola vez.',
  'second_step.recovery_code': 'Código de recuperación',
  'second_step.use_recovery': 'Usar un código de recuperación',
  'second_step.use_code': 'Usar un código de la aplicación',

  'passkeys.title': 'Llaves de acceso',
  'passkeys.text':
    'Entra con tu huella, tu cara o el PIN de tu dispositivo, en lugar de contraseña y código.',
  'passkeys.impossible':
    'Las llaves de acceso necesitan HTTPS y un nombre de dominio. Abre Coffer en su dirección https para añadir una.',
  'passkeys.other_address':
    'Las llaves de acceso solo funcionan en {{address}}. Abre Coffer ahí para añadir una.',
  'passkeys.none': 'Todavía no tienes llaves de acceso.',
  'passkeys.add': 'Añadir',
  'passkeys.add_title': 'Añadir una llave de acceso',
  'passkeys.add_text': 'Después tu navegador pregunta dónde guardarla.',
  'passkeys.name': 'Nombre',
  'passkeys.name_text': 'Para reconocerla, como «Portátil del trabajo». Puedes dejarlo vacío.',
  'passkeys.added': '{{name}} ya puede abrirte la sesión.',
  'passkeys.since': 'Añadida: {{date}}',
  'passkeys.used': 'Último uso: {{date}}',
  'passkeys.unused': 'Sin usar todavía',
  'passkeys.rename': 'Cambiar el nombre',
  'passkeys.rename_named': 'Cambiar el nombre de {{name}}',
  'passkeys.remove': 'Quitar',
  'passkeys.remove_named': 'Quitar {{name}}',
  'passkeys.remove_title': '¿Quitar {{name}}?',
  'passkeys.remove_text':
    'Ya no deja entrar a nadie, y las demás sesiones terminan. Puede que tu dispositivo la siga ofreciendo.',
  'passkeys.removed': '{{name}} ya no está.',
  'passkeys.sign_in': 'Entrar con una llave de acceso',

  'linked.title': 'Otras formas de entrar',
  'linked.text':
    'Cuentas de otros servicios con las que entras aquí. Una que garantiza tu dirección, como Google y GitHub, se añade la primera vez que entras con ella.',
  'linked.none': 'No entras aquí con ningún otro servicio.',
  'linked.since': 'Añadida: {{date}}',
  'linked.remove': 'Quitar',
  'linked.remove_named': 'Quitar {{provider}}',
  'linked.remove_title': '¿Dejar de entrar con {{provider}}?',
  'linked.remove_text':
    'Ya no deja entrar a nadie y todas las demás sesiones terminan. Tu cuenta allí queda como está.',
  'linked.removed': 'Ya no entras con {{provider}}.',

  'sessions.title': 'Dónde has iniciado sesión',
  'sessions.text': 'Termina lo que no conozcas. Lo que esté abierto allí se cierra al momento.',
  'sessions.this_device': 'Este dispositivo',
  'sessions.unknown_device': 'Dispositivo desconocido',
  'sessions.now': 'En uso ahora',
  'sessions.local': 'En la red de este servidor',
  'sessions.seen': 'Última vez: {{date}}',
  'sessions.since': 'Sesión iniciada: {{date}}',
  'sessions.end': 'Terminar',
  'sessions.end_named': 'Terminar la sesión de {{name}}',
  'sessions.end_title': '¿Terminar la sesión de {{name}}?',
  'sessions.end_text': 'Lo que esté abierto allí se cierra al momento.',
  'sessions.ended': 'La sesión de {{name}} ha terminado.',
  'sessions.end_others': 'Terminar las demás',
  'sessions.end_others_title': '¿Terminar todas las demás sesiones?',
  'sessions.end_others_text': 'Sigues dentro aquí y en ningún otro sitio.',
  'sessions.end_others_confirm': 'Terminar las demás',
  'sessions.others_ended': 'Las demás sesiones han terminado.',
}
