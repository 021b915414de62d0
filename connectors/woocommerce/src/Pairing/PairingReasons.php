<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Reasons why a site cannot be paired in spite of a valid code, with remedies. */
final class PairingReasons {

	/** Reason of the service's refusal in the merchant's language, followed by the service's own message. */
	public static function outcome( array $body ): Outcome {
		$reason = is_string( $body['reason'] ?? null ) ? $body['reason'] : '';
		$said   = is_string( $body['error'] ?? null ) ? $body['error'] : '';
		$helps  = is_string( $body['remedy'] ?? null ) ? $body['remedy'] : '';
		$words  = self::words( $reason );
		if ( ! $words ) {
			return Outcome::problem( $reason, '' === $said ? __( 'The service cannot be paired with this shop.', 'ucp-host' ) : $said, $helps );
		}
		/* translators: %s: a sentence of the service */
		$detail = '' === $said ? '' : ' ' . sprintf( __( 'The service says: %s', 'ucp-host' ), $said );
		return Outcome::problem( $reason, $words[0] . $detail, $words[1] );
	}

	/** Reason that the site finds by itself. */
	public static function of_site( string $reason ): Outcome {
		list( $message, $remedy ) = self::words( $reason );
		return Outcome::problem( $reason, $message, $remedy );
	}

	/** @return array{0: string, 1: string}|null */
	private static function words( string $reason ): ?array {
		switch ( $reason ) {
			case 'plain_http':
				return array(
					__( 'WordPress does not detect that this site uses HTTPS, and WooCommerce\'s REST keys only work over HTTPS.', 'ucp-host' ),
					__( 'Set both addresses in Settings → General to https. Behind a proxy that speaks HTTPS, the server must also tell PHP so (HTTPS=on).', 'ucp-host' ),
				);
			case 'permalinks_off':
				return array(
					__( 'Permalinks are set to "Plain". WooCommerce\'s REST keys do not work then.', 'ucp-host' ),
					__( 'Choose any other structure in Settings → Permalinks and save.', 'ucp-host' ),
				);
			case 'woocommerce_missing':
				return array(
					__( 'WooCommerce is not active.', 'ucp-host' ),
					__( 'Install and activate WooCommerce.', 'ucp-host' ),
				);
			case 'woocommerce_too_old':
				return array(
					__( 'This WooCommerce is older than 8.2.', 'ucp-host' ),
					__( 'Update WooCommerce.', 'ucp-host' ),
				);
			case 'site_unreachable':
				return array(
					__( 'The service cannot reach this site.', 'ucp-host' ),
					__( 'The site must be open to the internet, with a valid certificate. A firewall or a password in front of it has to let the service through.', 'ucp-host' ),
				);
			case 'rest_blocked':
				return array(
					__( 'Something blocks the REST API of this site.', 'ucp-host' ),
					__( 'Security plugins and firewalls can switch the REST API off. Allow addresses below /wp-json/wc-ucp-host/ and /wp-json/wc/ there.', 'ucp-host' ),
				);
			case 'login_wall':
				return array(
					__( 'This site asks visitors to log in.', 'ucp-host' ),
					__( 'Switch off the plugin or the server\'s password that closes the site, or let the REST API through.', 'ucp-host' ),
				);
			case 'coming_soon':
				return array(
					__( 'The shop is not open yet: it is in "coming soon" mode.', 'ucp-host' ),
					__( 'Make the shop live in WooCommerce → Settings → Site visibility.', 'ucp-host' ),
				);
			case 'keys_refused':
				return array(
					__( 'This site did not accept its own REST key from the service.', 'ucp-host' ),
					__( 'Most often the server passes neither Authorization nor X-UCP-Authorization to PHP. nginx: fastcgi_pass_header Authorization; Apache and LiteSpeed, in .htaccess: SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1. Elsewhere, ask the hosting company to pass the header Authorization on.', 'ucp-host' ),
				);
			case 'key_gone':
				return array(
					__( 'The service\'s REST key does not work any more: it was revoked, or its owner may not manage the shop now.', 'ucp-host' ),
					__( 'Unpair this shop and pair it again: that makes a new key, which acts as you.', 'ucp-host' ),
				);
			case 'other_site':
				return array(
					__( 'At this site\'s address the service found another site.', 'ucp-host' ),
					__( 'Check the site address in Settings → General. On a copy of a shop, such as a staging site, it must be the copy\'s own.', 'ucp-host' ),
				);
			default:
				return null;
		}
	}
}
