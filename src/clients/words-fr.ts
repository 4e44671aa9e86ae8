import type { Sentences } from './words-en.ts'

export const french: Sentences = {
  thisProject: 'ce projet',
  'agent.rate_limit_exceeded':
    'L’agent accepte 100 demandes par heure pour {project}, et celles de cette heure sont épuisées.',
  'agent.not_found': 'L’agent ne connaît plus ce travail ou ce projet.',
  'agent.access': 'Bellhop n’a pas le droit d’utiliser l’agent pour {project}. Un admin peut le reconnecter.',
  'agent.validation_error': 'L’agent n’accepte pas cette demande telle quelle.',
  'agent.silent': 'L’agent ne répond pas. Rien n’est perdu.',
  'agent.unknown': 'Envoyé, mais aucune réponse n’est revenue. Le travail est peut-être en cours.',
  'agent.other': 'L’agent a refusé ({code}).',
  'mailbox.missing_authorization':
    'La messagerie n’a reçu de Bellhop aucune clé utilisable. Un admin peut la reconnecter.',
  'mailbox.invalid_token_type':
    'La messagerie veut une clé d’API, et c’est un autre jeton qui est enregistré. Un admin peut saisir une clé d’API.',
  'mailbox.unknown_api_key':
    'La messagerie ne connaît plus la clé de Bellhop. Un admin peut en connecter une nouvelle.',
  'mailbox.unauthorized': 'La messagerie n’accepte pas la clé de Bellhop. Un admin peut la reconnecter.',
  'mailbox.missing_permission': 'Il manque {permission} à la clé de la messagerie.',
  'mailbox.permission_escalation': 'La clé de la messagerie ne peut pas donner un droit qu’elle n’a pas.',
  'mailbox.unrestricted_key_required': 'Il faut ici une clé sans restriction, ou le tableau de bord de la messagerie.',
  'mailbox.forbidden': 'La clé de la messagerie ne vaut pas ici. Un admin peut connecter une clé qui convient.',
  'mailbox.already_exists': 'La messagerie a déjà quelque chose de ce nom. Utilisez-le, ou choisissez un autre nom.',
  'mailbox.resource_taken': 'Une autre organisation a déjà ce nom. Choisissez-en un autre.',
  'mailbox.limit_exceeded':
    'La limite de la messagerie est atteinte{limit}. Retirez un élément, ou faites relever la limite.',
  'mailbox.domain_not_verified':
    'Rien n’a été envoyé : le domaine d’envoi n’est pas vérifié. La personne qui gère son DNS ajoute les enregistrements, puis un admin le vérifie.',
  'mailbox.not_verified':
    'Rien n’a été envoyé : l’organisation de la messagerie n’est pas encore vérifiée. La personne qui l’a ouverte termine d’abord la vérification ; d’ici là, elle ne peut écrire qu’à sa propre adresse de vérification.',
  'mailbox.message_rejected': 'La messagerie a refusé l’envoi. Aucun message n’est parti.',
  'mailbox.account_suspended':
    'Le compte de la messagerie est suspendu{reason}. Seul le support du service peut lever cela.',
  'mailbox.validation_error': 'La messagerie n’accepte pas cela tel quel{fields}.',
  'mailbox.query_range_too_wide':
    'La messagerie ne remonte pas aussi loin en une fois. Choisissez une période plus courte.',
  'mailbox.not_found': 'La messagerie n’a plus cet élément, ou sa clé ne peut pas le voir.',
  'mailbox.route_not_found':
    'Rien ne répond à l’adresse de la messagerie. MAIL_API_URL est sans doute faux ; un admin peut le vérifier.',
  'mailbox.conflict':
    'La même demande est en cours, ou a été faite avec un autre contenu. Vérifiez avant de la répéter.',
  'mailbox.race_condition': 'Quelqu’un d’autre a modifié cela au même moment. Bellhop relit et recommence.',
  'mailbox.resource_deleting': 'Cet élément est en cours de suppression. Attendez, ou prenez-en un autre.',
  'mailbox.cannot_delete': 'Impossible de supprimer cela tant que quelque chose en dépend.',
  'mailbox.unprocessable':
    'La messagerie ne peut pas le faire en l’état. Un message a besoin d’au moins un destinataire.',
  'mailbox.rate_limit_exceeded': 'La messagerie a reçu trop de demandes. Bellhop attend, puis envoie.',
  'mailbox.invalid_id': 'Cela ne désigne rien dans la messagerie.',
  'mailbox.silent': 'La messagerie ne répond pas. Bellhop continue d’essayer, rien n’est perdu.',
  'mailbox.unknown': 'Impossible de dire si cela a été envoyé : aucune réponse n’est revenue.',
  'mailbox.other': 'La messagerie a refusé ({code}).',
  'address.invalid': 'Ce n’est pas une adresse web.',
  'address.https': 'L’adresse doit commencer par https://.',
  'address.credentials': 'L’adresse ne doit contenir ni nom ni mot de passe.',
  'address.private': 'L’adresse doit être accessible depuis l’internet ouvert.',
  'address.unknown': 'Cette adresse est introuvable.',
  'slack.other': 'Slack a refusé ({code}).',
  'store.other': 'Bellhop n’atteint pas ses propres données pour le moment. Rien n’a été fait.',
}
