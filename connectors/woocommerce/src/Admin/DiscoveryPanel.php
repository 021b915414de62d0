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
		$url = WellKnown::url( SiteFacts::url() );
		Markup::open_panel( 'discovery', __( 'Discovery on your own domain', 'ucp-host' ), $said );
		echo '<p>' . esc_html__( 'Agents that know only your shop\'s domain look for it here:', 'ucp-host' ) . ' <a class="code" href="' . esc_url( $url ) . '">' . esc_html( $url ) . '</a></p>';
		self::form( $pairing );
		Markup::button( 'probe', __( 'Check this address', 'ucp-host' ) );
		self::recipes( $pairing );
		Markup::close_panel();
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

	private static function recipes( Pairing $pairing ): void {
		$path = (string) wp_parse_url( SiteFacts::url(), PHP_URL_PATH );
		echo '<details class="ucp-host-recipes"><summary>' . esc_html__( 'If the server answers this address by itself', 'ucp-host' ) . '</summary>';
		echo '<p>' . esc_html__( 'Some servers do not pass addresses that begin with a dot to WordPress. Then add one of these to the server\'s settings.', 'ucp-host' );
		if ( '' !== $path ) {
			echo ' ' . esc_html__( 'Your shop is in a folder of its domain, so the server needs one of them.', 'ucp-host' );
		}
		echo '</p>';
		foreach ( Recipes::all( $path, $pairing->manifest_url ) as $id => $recipe ) {
			Markup::copyable( 'ucp-host-recipe-' . $id, $recipe['title'], $recipe['text'] );
		}
		echo '</details>';
	}
}
