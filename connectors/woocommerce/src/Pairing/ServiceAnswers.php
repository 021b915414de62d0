<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Validates an answer of the service. */
final class ServiceAnswers {

	public static function is_pairing( array $body ): bool {
		$store   = $body['store'] ?? null;
		$webhook = $body['webhook'] ?? null;
		return self::has_texts( $body, 'service_name', 'service_token', 'manifest_url' )
			&& is_array( $store ) && self::has_texts( $store, 'slug', 'name' )
			&& is_array( $webhook ) && self::has_texts( $webhook, 'address', 'secret' )
			&& self::has_addresses( $body ) && self::is_web_address( $webhook['address'] )
			&& self::has_capabilities( $body );
	}

	public static function is_status( array $body ): bool {
		$store   = $body['store'] ?? null;
		$reaches = $body['reaches_site'] ?? null;
		return true === ( $body['paired'] ?? null )
			&& is_array( $store ) && self::has_texts( $store, 'slug', 'name' )
			&& self::has_texts( $body, 'manifest_url' ) && self::has_addresses( $body )
			&& is_array( $reaches ) && is_bool( $reaches['ok'] ?? null ) && self::has_texts( $reaches, 'message' )
			&& self::has_capabilities( $body );
	}

	/**
	 * Aspects of the store's health; none from older services.
	 *
	 * @return array<int, array{aspect: string, state: string, since: int, reason: string, remedy: string}>
	 */
	public static function health( array $body ): array {
		$aspects = is_array( $body['health'] ?? null ) ? $body['health']['aspects'] ?? null : null;
		$known   = array();
		foreach ( is_array( $aspects ) ? $aspects : array() as $aspect ) {
			if ( ! is_array( $aspect ) || ! self::has_texts( $aspect, 'aspect', 'state', 'since' ) ) {
				continue;
			}
			$known[] = array(
				'aspect' => $aspect['aspect'],
				'state'  => $aspect['state'],
				'since'  => (int) strtotime( $aspect['since'] ),
				'reason' => is_string( $aspect['reason'] ?? null ) ? $aspect['reason'] : '',
				'remedy' => is_string( $aspect['remedy'] ?? null ) ? $aspect['remedy'] : '',
			);
		}
		return $known;
	}

	public static function is_unpaired( array $body ): bool {
		return true === ( $body['unpaired'] ?? null );
	}

	/** Older services send no official profile. */
	private static function has_addresses( array $body ): bool {
		$profile = $body['profile_url'] ?? null;
		return self::is_web_address( $body['manifest_url'] )
			&& ( null === $profile || ( is_string( $profile ) && self::is_web_address( $profile ) ) );
	}

	private static function has_capabilities( array $body ): bool {
		$capabilities = $body['capabilities'] ?? null;
		return is_array( $capabilities ) && array_filter( $capabilities, 'is_bool' ) === $capabilities;
	}

	private static function has_texts( array $body, string ...$names ): bool {
		foreach ( $names as $name ) {
			if ( ! is_string( $body[ $name ] ?? null ) ) {
				return false;
			}
		}
		return true;
	}

	private static function is_web_address( string $text ): bool {
		$url = wp_parse_url( $text );
		return is_array( $url ) && isset( $url['host'] ) && in_array( $url['scheme'] ?? '', array( 'https', 'http' ), true );
	}
}
