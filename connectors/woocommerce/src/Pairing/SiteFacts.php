<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** What the site tells the service about itself. */
final class SiteFacts {

	/** The shop's address, without a slash at the end. Not `home_url()`: translation plugins put a language into that. */
	public static function url(): string {
		return untrailingslashit( (string) get_option( 'home' ) );
	}

	/** The wire's pairRequest. @param array{consumer_key: string, consumer_secret: string} $key */
	public static function pair_request( string $code, Attempt $attempt, array $key ): array {
		return array(
			'code'            => $code,
			'site_url'        => $attempt->site_url,
			'site_name'       => html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES, 'UTF-8' ),
			'rest_url'        => get_rest_url(),
			'consumer_key'    => $key['consumer_key'],
			'consumer_secret' => $key['consumer_secret'],
			'connector_token' => $attempt->connector_token,
			'versions'        => self::versions(),
			'settings'        => array(
				'permalinks'  => '' === (string) get_option( 'permalink_structure' ) ? 'plain' : 'pretty',
				'ssl'         => is_ssl(),
				'coming_soon' => 'yes' === get_option( 'woocommerce_coming_soon' ),
			),
		);
	}

	/** @return array{wordpress: string, woocommerce: string, php: string, connector: string} */
	public static function versions(): array {
		return array(
			'wordpress'   => get_bloginfo( 'version' ),
			'woocommerce' => WC()->version,
			'php'         => PHP_VERSION,
			'connector'   => VERSION,
		);
	}
}
