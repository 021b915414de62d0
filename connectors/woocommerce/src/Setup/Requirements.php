<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Pairing\Outcome;
use UcpHost\Pairing\PairingReasons;
use UcpHost\Pairing\SiteFacts;

defined( 'ABSPATH' ) || exit;

/** Without what the service cannot work with this site. */
final class Requirements {

	public const OLDEST_WOOCOMMERCE = '8.2';

	/** Missing requirement; null when there is none. */
	public static function problem(): ?Outcome {
		$reason = self::reason(
			class_exists( 'WooCommerce', false ) ? (string) WC()->version : null,
			(string) get_option( 'permalink_structure' ),
			SiteFacts::url()
		);
		return null === $reason ? null : PairingReasons::of_site( $reason );
	}

	/** Returns the cause that keeps the paired service from selling here, as far as the site sees it; null when there is none. */
	public static function problem_of_paired(): ?Outcome {
		$problem = self::problem();
		if ( $problem ) {
			return $problem;
		}
		if ( ! user_can( ApiKey::owner(), 'manage_woocommerce' ) ) {
			return PairingReasons::of_site( 'key_gone' );
		}
		return SiteFacts::is_coming_soon() ? PairingReasons::of_site( 'coming_soon' ) : null;
	}

	public static function reason( ?string $woocommerce, string $permalinks, string $site_url ): ?string {
		if ( null === $woocommerce ) {
			return 'woocommerce_missing';
		}
		if ( version_compare( $woocommerce, self::OLDEST_WOOCOMMERCE, '<' ) ) {
			return 'woocommerce_too_old';
		}
		if ( '' === $permalinks ) {
			return 'permalinks_off';
		}
		return str_starts_with( strtolower( $site_url ), 'https://' ) ? null : 'plain_http';
	}
}
