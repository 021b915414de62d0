<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Outcome;

defined( 'ABSPATH' ) || exit;

/** Describes what an agent gets at the shop's address. */
final class Probe {

	/** @param callable $send As `Http::send`. */
	public static function outcome( string $mode, string $manifest_url, string $url, callable $send ): Outcome {
		try {
			$answer = $send( 'GET', $url, array(), '', 10 );
		} catch ( \UcpHost\Pairing\Unreachable $error ) {
			return Outcome::warning( 'loopback', __( 'This server cannot call its own address, so this could not be checked from here.', 'ucp-host' ), __( 'Open the address in a browser, or check it in the service.', 'ucp-host' ) );
		}
		return self::reading( $mode, $manifest_url, $answer );
	}

	public static function reading( string $mode, string $manifest_url, array $answer ): Outcome {
		$status   = $answer['status'];
		$location = $answer['headers']['location'] ?? '';
		if ( Mode::OFF === $mode ) {
			return 404 === $status
				? Outcome::ok( __( 'As you have chosen, agents find nothing there.', 'ucp-host' ) )
				: Outcome::warning( 'answered_by_other', self::other( $status ) );
		}
		if ( 200 === $status && self::is_manifest( $answer['body'] ) ) {
			return self::read( $mode, ManifestCopy::is_profile( $answer['body'] ) );
		}
		if ( $status >= 300 && $status < 400 && $location === $manifest_url ) {
			return Mode::REDIRECT === $mode
				? Outcome::ok( __( 'Agents are redirected to the manifest. Those that refuse redirects need the manifest itself.', 'ucp-host' ) )
				: Outcome::warning( 'still_redirects', __( 'Agents are redirected to the manifest instead of getting it.', 'ucp-host' ), __( 'Either the manifest cannot be fetched from the service now, or the server has a redirect of its own.', 'ucp-host' ) );
		}
		if ( isset( $answer['headers']['x-ucp-host'] ) && 404 === $status ) {
			return '' === $manifest_url
				? Outcome::problem( 'not_paired', __( 'WordPress answers, but this shop is not paired.', 'ucp-host' ) )
				: Outcome::problem( 'other_site', __( 'Another site of this WordPress answers there, and is not paired.', 'ucp-host' ), __( 'Add one of the recipes below to the server\'s settings.', 'ucp-host' ) );
		}
		if ( $status >= 300 && $status < 400 ) {
			return Outcome::problem( 'redirected', __( 'Agents are redirected to another address.', 'ucp-host' ), __( 'Look for a redirect in the server\'s settings, in a plugin, or between the addresses with and without "www".', 'ucp-host' ) );
		}
		if ( in_array( $status, array( 401, 403, 404 ), true ) ) {
			/* translators: %d: an HTTP status code */
			return Outcome::problem( 'server', sprintf( __( 'The server answers by itself (HTTP %d): the request does not reach WordPress.', 'ucp-host' ), $status ), __( 'Add one of the recipes below to the server\'s settings.', 'ucp-host' ) );
		}
		return Outcome::problem( 'answered_by_other', self::other( $status ), __( 'Look for another plugin, or a file, that answers at this address.', 'ucp-host' ) );
	}

	private static function read( string $mode, bool $is_profile ): Outcome {
		if ( ( Mode::PROFILE === $mode ) !== $is_profile && Mode::REDIRECT !== $mode ) {
			return Outcome::warning( 'other_form', __( 'Agents get the manifest instead of the official profile, or the reverse.', 'ucp-host' ), __( 'A cache may still hold it: check again in a few minutes. Or the server itself serves a copy.', 'ucp-host' ) );
		}
		return $is_profile
			? Outcome::ok( __( 'Agents get the official UCP profile.', 'ucp-host' ) )
			: Outcome::ok( __( 'Agents get the manifest itself.', 'ucp-host' ) );
	}

	private static function other( int $status ): string {
		/* translators: %d: an HTTP status code */
		return sprintf( __( 'Something else answers at this address (HTTP %d).', 'ucp-host' ), $status );
	}

	private static function is_manifest( string $body ): bool {
		$manifest = json_decode( $body, true, 64 );
		return is_array( $manifest ) && is_array( $manifest['ucp'] ?? null );
	}
}
