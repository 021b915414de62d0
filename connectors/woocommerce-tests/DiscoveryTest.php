<?php
declare(strict_types=1);

use UcpHost\Admin\DiscoveryPanel;
use UcpHost\Discovery\Answer;
use UcpHost\Discovery\ManifestCopy;
use UcpHost\Discovery\Mode;
use UcpHost\Discovery\Probe;
use UcpHost\Discovery\Recipes;
use UcpHost\Discovery\WellKnown;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\Unreachable;

final class DiscoveryTest extends ConnectorTestCase {

	private const MANIFEST_URL = 'https://ucp.example/api/ucp/corner-shop';
	private const MANIFEST     = '{"ucp":{"version":"2026-04-08"}}';
	private const PROFILE_URL  = 'https://ucp.example/ucp/corner-shop/.well-known/ucp';
	private const PROFILE      = '{"ucp":{"version":"2026-08-25","services":{"dev.ucp.shopping":[{"version":"2026-08-25","transport":"rest","endpoint":"https://ucp.example/ucp/corner-shop"}]}}}';

	public function test_leads_agents_to_the_manifest(): void {
		$answer = Answer::of( 'GET', self::MANIFEST_URL, null );
		$this->assertSame( 302, $answer->status );
		$this->assertSame( self::MANIFEST_URL, $answer->headers['Location'] );
		$this->assertSame( '*', $answer->headers['Access-Control-Allow-Origin'] );
	}

	public function test_gives_strict_agents_the_manifest_itself(): void {
		$answer = Answer::of( 'GET', self::MANIFEST_URL, self::MANIFEST );
		$this->assertSame( array( 200, self::MANIFEST ), array( $answer->status, $answer->body ) );
		$this->assertSame( array( 'application/json', 'public, max-age=300', '*' ), array( $answer->headers['Content-Type'], $answer->headers['Cache-Control'], $answer->headers['Access-Control-Allow-Origin'] ) );
		$this->assertSame( '', Answer::of( 'HEAD', self::MANIFEST_URL, self::MANIFEST )->body );
	}

	public function test_nobody_remembers_a_redirect_that_is_for_once(): void {
		$this->assertSame( 'no-store', Answer::of( 'GET', self::MANIFEST_URL, null )->for_once()->headers['Cache-Control'] );
	}

	public function test_takes_no_other_method(): void {
		$answer = Answer::of( 'POST', self::MANIFEST_URL, self::MANIFEST );
		$this->assertSame( array( 405, 'GET, HEAD' ), array( $answer->status, $answer->headers['Allow'] ) );
		$this->assertSame( 404, Answer::nothing()->status );
	}

	/** @dataProvider paths */
	public function test_knows_its_address( string $uri, string $home_path, bool $is_asked ): void {
		$this->assertSame( $is_asked, WellKnown::is_address( $uri, $home_path ) );
	}

	public function paths(): array {
		return array(
			array( '/.well-known/ucp', '', true ),
			array( '/.well-known/ucp/?x=1', '', true ),
			array( '/.well-known/ucp', '/shop', true ),
			array( '/shop/.well-known/ucp', '/shop', true ),
			array( '/shop/.well-known/ucp', '', false ),
			array( '/.well-known/ucp2', '', false ),
			array( '/?p=/.well-known/ucp', '', false ),
			array( '', '', false ),
		);
	}

	public function test_knows_the_addresses_of_older_versions(): void {
		$this->assertSame( '2026-04-08', WellKnown::version_in( '/.well-known/ucp/2026-04-08', '' ) );
		$this->assertSame( '2026-04-08', WellKnown::version_in( '/shop/.well-known/ucp/2026-04-08/?x=1', '/shop' ) );
		$this->assertSame( '', WellKnown::version_in( '/.well-known/ucp', '' ) );
		$this->assertNull( WellKnown::version_in( '/.well-known/ucp/2026-01-11', '' ) );
		$this->assertNull( WellKnown::version_in( '/.well-known/ucp/2026-04-08/more', '' ) );
		$this->assertFalse( WellKnown::is_address( '/.well-known/ucp/2026-04-08', '' ) );
	}

	public function test_takes_the_profile_and_its_older_versions_from_where_the_service_has_them(): void {
		$pairing = $this->pairing( self::PROFILE_URL );
		$this->assertSame( self::PROFILE_URL, WellKnown::source( Mode::PROFILE, $pairing ) );
		$this->assertSame( self::PROFILE_URL . '/2026-04-08', WellKnown::source( Mode::PROFILE, $pairing, '2026-04-08' ) );
		$this->assertSame( self::MANIFEST_URL, WellKnown::source( Mode::DIRECT, $pairing ) );
		$this->assertSame( self::MANIFEST_URL, WellKnown::source( Mode::REDIRECT, $pairing ) );
		$this->assertSame( self::MANIFEST_URL, WellKnown::source( Mode::PROFILE, $this->pairing( '' ) ), 'an older service has no profile' );
	}

	public function test_a_pairing_of_before_there_were_profiles_goes_on(): void {
		$stored = $this->pairing( '' )->to_array();
		unset( $stored['profile_url'] );
		$this->assertSame( '', Pairing::of_array( $stored )->profile_url );
		$status = array(
			'store'        => array(
				'slug' => 'corner-shop',
				'name' => 'Corner Shop',
			),
			'manifest_url' => self::MANIFEST_URL,
			'capabilities' => array(),
		);
		$this->assertSame( self::PROFILE_URL, Pairing::of_array( $stored )->updated_by( array( 'profile_url' => self::PROFILE_URL ) + $status )->profile_url );
		$this->assertSame( '', Pairing::of_array( $stored )->updated_by( $status )->profile_url );
	}

	public function test_keeps_a_copy_of_each_version_and_forgets_all_of_them(): void {
		$older = str_replace( '2026-08-25', '2026-04-08', self::PROFILE );
		$never = fn() => $this->fail( 'asked too early' );
		ManifestCopy::text( self::PROFILE_URL, $this->service( 200, self::PROFILE ), 1000 );
		ManifestCopy::text( self::PROFILE_URL . '/2026-04-08', $this->service( 200, $older ), 1000, '2026-04-08' );
		$this->assertSame( self::PROFILE, ManifestCopy::text( self::PROFILE_URL, $never, 1299 ) );
		$this->assertSame( $older, ManifestCopy::text( self::PROFILE_URL . '/2026-04-08', $never, 1299, '2026-04-08' ) );
		ManifestCopy::forget();
		$this->assertSame( array(), array_filter( Site::$transients ) );
	}

	public function test_tells_the_two_forms_apart(): void {
		$this->assertTrue( ManifestCopy::is_profile( self::PROFILE ) );
		$this->assertFalse( ManifestCopy::is_profile( self::MANIFEST ) );
		$this->assertFalse( ManifestCopy::is_profile( '{"ucp":{"services":{"dev.ucp.shopping":{"transport":"rest/1.0"}}}}' ) );
		$this->assertFalse( ManifestCopy::is_profile( '<html>' ) );
	}

	public function test_a_page_of_the_shop_costs_no_query_for_discovery(): void {
		foreach ( array( '/', '/product/mug/', '/?p=1', '' ) as $page ) {
			$_SERVER['REQUEST_URI'] = $page;
			WellKnown::answer();
			WellKnown::refuse();
			WellKnown::keep_address( $page );
		}
		$this->assertSame( array(), Site::$read );
	}

	public function test_the_settings_page_of_a_shop_at_the_root_names_the_address_of_its_domain(): void {
		$panel = $this->shown( fn() => DiscoveryPanel::show( $this->pairing( '' ), null ) );
		$this->assertStringContainsString( 'href="https://shop.example/.well-known/ucp"', $panel );
		$this->assertStringNotContainsString( 'in a folder', $panel );
	}

	public function test_the_settings_page_of_a_shop_in_a_folder_names_an_address_that_answers_and_a_host_of_its_own(): void {
		update_option( 'home', 'https://shop.example:8443/folder' );
		$panel = $this->shown( fn() => DiscoveryPanel::show( $this->pairing( '' ), null ) );
		$this->assertStringContainsString( 'Yours is in a folder, and cannot answer there.', $panel );
		$this->assertStringContainsString( 'href="https://shop.example:8443/folder/.well-known/ucp"', $panel );
		$this->assertStringNotContainsString( 'https://shop.example:8443/.well-known/ucp', $panel );
		$this->assertStringContainsString( 'agents.shop.example', $panel );
		$this->assertTrue( WellKnown::is_address( '/folder/.well-known/ucp', WellKnown::folder( 'https://shop.example:8443/folder' ) ) );
	}

	public function test_asks_the_service_once_in_five_minutes_and_keeps_the_last_answer_for_a_day(): void {
		$this->assertSame( self::MANIFEST, ManifestCopy::text( self::MANIFEST_URL, $this->service( 200, self::MANIFEST ), 1000 ) );
		$never = fn() => $this->fail( 'asked too early' );
		$this->assertSame( self::MANIFEST, ManifestCopy::text( self::MANIFEST_URL, $never, 1299 ) );
		$away = static function (): array {
			throw Unreachable::because( '', 'cURL error 7' );
		};
		$this->assertSame( self::MANIFEST, ManifestCopy::text( self::MANIFEST_URL, $away, 1301 ) );
		$this->assertSame( self::MANIFEST, ManifestCopy::text( self::MANIFEST_URL, $never, 1310 ), 'a service that is away is left in peace for a while' );
		$this->assertNull( ManifestCopy::text( self::MANIFEST_URL, $away, 1000 + DAY_IN_SECONDS + 1 ) );
	}

	public function test_a_copy_of_another_address_does_not_count(): void {
		ManifestCopy::text( self::MANIFEST_URL, $this->service( 200, self::MANIFEST ), 1000 );
		$this->assertNull( ManifestCopy::text( 'https://other.example/api/ucp/x', $this->service( 404, '{}' ), 1001 ) );
	}

	/** @dataProvider no_manifests */
	public function test_passes_on_nothing_that_is_no_manifest( int $status, string $body ): void {
		$this->assertNull( ManifestCopy::fetch( self::MANIFEST_URL, $this->service( $status, $body ) ) );
	}

	public function no_manifests(): array {
		return array(
			'a redirect'  => array( 302, self::MANIFEST ),
			'a page'      => array( 200, '<!doctype html>' ),
			'another'     => array( 200, '{"error":"Not found"}' ),
			'a cut one'   => array( 200, substr( self::MANIFEST, 0, -1 ) ),
			'a huge one'  => array( 200, '{"ucp":{"x":"' . str_repeat( 'x', 300000 ) . '"}}' ),
		);
	}

	/** @dataProvider findings */
	public function test_says_in_words_what_an_agent_meets( string $mode, int $status, array $headers, string $body, string $kind, string $reason ): void {
		$outcome = Probe::reading( $mode, self::MANIFEST_URL, compact( 'status', 'headers', 'body' ) );
		$this->assertSame( array( $kind, $reason ), array( $outcome->kind, $outcome->reason ) );
	}

	/** A server may hand a folder's address to the site at the root. */
	public function test_tells_the_shop_itself_from_another_site(): void {
		$answer = array( 'status' => 404, 'headers' => array( 'x-ucp-host' => '1' ), 'body' => '' );
		$this->assertSame( 'not_paired', Probe::reading( Mode::REDIRECT, '', $answer )->reason );
		$other = Probe::reading( Mode::REDIRECT, self::MANIFEST_URL, $answer );
		$this->assertSame( 'other_site', $other->reason );
		$this->assertNotSame( '', $other->remedy );
	}

	public function findings(): array {
		$to_manifest = array( 'location' => self::MANIFEST_URL );
		return array(
			'as wanted, direct'          => array( Mode::DIRECT, 200, array(), self::MANIFEST, 'ok', '' ),
			'as wanted, redirect'        => array( Mode::REDIRECT, 302, $to_manifest, '', 'ok', '' ),
			'as wanted, profile'         => array( Mode::PROFILE, 200, array(), self::PROFILE, 'ok', '' ),
			'the manifest, in a cache'   => array( Mode::PROFILE, 200, array(), self::MANIFEST, 'warning', 'other_form' ),
			'the profile, in a cache'    => array( Mode::DIRECT, 200, array(), self::PROFILE, 'warning', 'other_form' ),
			'as wanted, off'             => array( Mode::OFF, 404, array(), '', 'ok', '' ),
			'redirects, though direct'   => array( Mode::DIRECT, 302, $to_manifest, '', 'warning', 'still_redirects' ),
			'the server forbids it'      => array( Mode::REDIRECT, 403, array(), '', 'problem', 'server' ),
			'the server finds no file'   => array( Mode::DIRECT, 404, array(), '<html>', 'problem', 'server' ),
			'goes to the page with www'  => array( Mode::REDIRECT, 301, array( 'location' => 'https://www.shop.example/.well-known/ucp' ), '', 'problem', 'redirected' ),
			'somebody else\'s page'      => array( Mode::REDIRECT, 200, array(), '<html>', 'problem', 'answered_by_other' ),
			'somebody else\'s, when off' => array( Mode::OFF, 200, array(), '<html>', 'warning', 'answered_by_other' ),
		);
	}

	public function test_a_site_that_cannot_call_itself_is_no_fault_of_the_address(): void {
		$deaf = static function (): array {
			throw Unreachable::because( '', 'cURL error 7' );
		};
		$this->assertSame( 'loopback', Probe::outcome( Mode::DIRECT, self::MANIFEST_URL, 'https://shop.example/.well-known/ucp', $deaf )->reason );
	}

	public function test_recipes_name_the_shops_own_paths(): void {
		$recipes = Recipes::all( '/shop', self::MANIFEST_URL );
		$this->assertStringContainsString( '/shop/index.php?$args', $recipes['nginx']['text'] );
		$this->assertStringContainsString( self::MANIFEST_URL, $recipes['apache-redirect']['text'] );
	}

	public function test_the_switch_stands_on_redirect_until_the_merchant_turns_it(): void {
		$this->assertSame( Mode::REDIRECT, Mode::of( false ) );
		$this->assertSame( Mode::DIRECT, Mode::of( 'direct' ) );
		$this->assertSame( Mode::REDIRECT, Mode::of( 'nonsense' ) );
	}

	private function pairing( string $profile_url ): Pairing {
		return new Pairing( 'https://ucp.example', 'ucp-host', 'token', 'corner-shop', 'Corner Shop', 'https://ucp.example/webhooks/corner-shop', 'secret', self::MANIFEST_URL, $profile_url, array(), 'connector-token', 'https://shop.example', 'hash', 1000 );
	}

	private function service( int $status, string $body ): callable {
		return static fn() => array(
			'status'  => $status,
			'headers' => array(),
			'body'    => $body,
		);
	}
}
