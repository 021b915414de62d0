<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** Facts about the site that the service receives. */
final class SiteFacts {

	/** The shop's address, without a slash at the end. Not `home_url()`: translation plugins put a language into that. */
	public static function url(): string {
		return untrailingslashit( (string) get_option( 'home' ) );
	}

	/** Not `get_rest_url()`, for the same reason. Plugins give the prefix another name. */
	public static function rest_url(): string {
		global $wp_rewrite;
		$index = $wp_rewrite->using_index_permalinks() ? '/' . $wp_rewrite->index : '';
		return self::url() . $index . '/' . rest_get_url_prefix() . '/';
	}

	/** True while buyers cannot check out: WooCommerce hides the whole site, or at least the pages of the store. */
	public static function is_coming_soon(): bool {
		return 'yes' === get_option( 'woocommerce_coming_soon' );
	}

	/** The wire's pairRequest. */
	public static function pair_request( string $code, Attempt $attempt ): array {
		return array(
			'code'            => $code,
			'site_url'        => $attempt->site_url,
			'site_name'       => html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES, 'UTF-8' ),
			'rest_url'        => self::rest_url(),
			'consumer_key'    => $attempt->key['consumer_key'],
			'consumer_secret' => $attempt->key['consumer_secret'],
			'connector_token' => $attempt->connector_token,
			'versions'        => self::versions(),
			'settings'        => array(
				'permalinks'  => '' === (string) get_option( 'permalink_structure' ) ? 'plain' : 'pretty',
				'ssl'         => is_ssl(),
				'coming_soon' => self::is_coming_soon(),
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
