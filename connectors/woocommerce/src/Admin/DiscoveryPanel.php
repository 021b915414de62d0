<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Discovery\Mode;
use UcpHost\Discovery\Recipes;
use UcpHost\Discovery\WellKnown;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\SiteFacts;

defined( 'ABSPATH' ) || exit;

/** Settings of discovery on the shop's domain. */
final class DiscoveryPanel {

	public static function show( Pairing $pairing, ?array $said ): void {
		$site   = SiteFacts::url();
		$folder = WellKnown::folder( $site );
		Markup::open_panel( 'discovery', __( 'Discovery on your own domain', 'ucp-host' ), $said );
		self::address( $site . WellKnown::PATH, $folder );
		self::form( $pairing );
		Markup::button( 'probe', __( 'Check this address', 'ucp-host' ) );
		self::recipes( $folder, $pairing->manifest_url );
		Markup::close_panel();
	}

	private static function address( string $url, string $folder ): void {
		$words = '' === $folder
			? __( 'Agents that know only your shop\'s domain look for it here:', 'ucp-host' )
			: __( 'Agents look for a shop at the root of its domain. Yours is in a folder, and cannot answer there. It answers here:', 'ucp-host' );
		echo '<p>' . esc_html( $words ) . ' <a class="code" href="' . esc_url( $url ) . '">' . esc_html( $url ) . '</a></p>';
		if ( '' !== $folder ) {
			/* translators: %s: a host such as agents.example.com */
			$remedy = __( 'To be found by its domain alone, give this shop a host of its own, such as %s: in the console of the service, under Discovery, Custom domains.', 'ucp-host' );
			echo '<p>' . esc_html( sprintf( $remedy, 'agents.' . wp_parse_url( $url, PHP_URL_HOST ) ) ) . '</p>';
		}
	}

	private static function form( Pairing $pairing ): void {
		Markup::open_form( 'discovery' );
		echo '<fieldset><legend class="ucp-host-label">' . esc_html__( 'This address answers with', 'ucp-host' ) . '</legend>';
		foreach ( self::choices( '' !== $pairing->profile_url ) as $mode => $words ) {
			printf(
				'<label class="ucp-host-choice"><input type="radio" name="mode" value="%s"%s> <span><strong>%s</strong><br>%s</span></label>',
				esc_attr( $mode ),
				checked( Mode::chosen(), $mode, false ),
				esc_html( $words[0] ),
				esc_html( $words[1] )
			);
		}
		echo '</fieldset>';
		Markup::submit( __( 'Save', 'ucp-host' ) );
		echo '</form>';
	}

	/** @return array<string, array{0: string, 1: string}> */
	private static function choices( bool $has_profile ): array {
		$profile = array( Mode::PROFILE => array( __( 'The official UCP profile', 'ucp-host' ), __( 'For agent platforms that use official UCP and refuse redirects. WordPress fetches it at most every five minutes. Agents that read the manifest then need its own address.', 'ucp-host' ) ) );
		$choices = array(
			Mode::REDIRECT => array( __( 'A redirect to the manifest', 'ucp-host' ), __( 'Always up to date, at almost no cost for this server.', 'ucp-host' ) ),
			Mode::DIRECT   => array( __( 'The manifest itself', 'ucp-host' ), __( 'For agents that refuse redirects. WordPress fetches it at most every five minutes.', 'ucp-host' ) ),
			Mode::OFF      => array( __( 'Nothing', 'ucp-host' ), __( 'Agents find this shop only by the address of its manifest.', 'ucp-host' ) ),
		);
		return $has_profile ? array_slice( $choices, 0, 2, true ) + $profile + $choices : $choices;
	}

	private static function recipes( string $folder, string $manifest_url ): void {
		echo '<details class="ucp-host-recipes"><summary>' . esc_html__( 'If the server answers this address by itself', 'ucp-host' ) . '</summary>';
		echo '<p>' . esc_html__( 'Some servers do not pass addresses that begin with a dot to WordPress. Then add one of these to the server\'s settings.', 'ucp-host' );
		if ( '' !== $folder ) {
			echo ' ' . esc_html__( 'If no other site answers at the root of your domain, they also lead agents from there to your shop.', 'ucp-host' );
		}
		echo '</p>';
		foreach ( Recipes::all( $folder, $manifest_url ) as $id => $recipe ) {
			Markup::copyable( 'ucp-host-recipe-' . $id, $recipe['title'], $recipe['text'] );
		}
		echo '</details>';
	}
}
