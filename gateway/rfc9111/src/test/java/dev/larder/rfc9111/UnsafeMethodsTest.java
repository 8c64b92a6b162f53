package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsafeMethodsTest {

    @ParameterizedTest
    @CsvSource({
        "POST, 200, true",
        "PUT, 204, true",
        "DELETE, 303, true",
        "PATCH, 399, true",
        "M-SEARCH, 200, true",
        "get, 200, true",
        "X, 201, true",
        "POST, 400, false",
        "POST, 404, false",
        "PUT, 500, false",
        "DELETE, 103, false",
        "GET, 200, false",
        "HEAD, 200, false",
        "OPTIONS, 200, false",
        "TRACE, 200, false",
        "QUERY, 200, false",
        "PROPFIND, 207, false"
    })
    @EngineObligation(
            section = "4.4",
            level = MUST,
            value = "a non-error status to an unsafe or unknown method invalidates")
    void onlySuccessfulUnsafeMethodsInvalidate(String method, int status, boolean invalidates) {
        assertThat(UnsafeMethods.shouldInvalidate(method, status)).isEqualTo(invalidates);
    }

    /** What a gateway in between answers says nothing of the origin. */
    @ParameterizedTest
    @CsvSource({
        "200, true, HAPPENED",
        "303, false, HAPPENED",
        "404, true, NONE",
        "500, true, HAPPENED",
        "500, false, NONE",
        "502, true, UNKNOWN",
        "503, true, HAPPENED",
        "504, true, UNKNOWN",
        "504, false, NONE"
    })
    @EngineObligation(
            section = "4.4",
            level = MUST,
            value = "a request whose outcome is unknown counts as having succeeded")
    @Tag("hardening-I7")
    void derivesEffectOfUnsafeRequestFromStatus(int status, boolean onServerError, UnsafeMethods.Effect effect) {
        assertThat(UnsafeMethods.effect(status, onServerError)).isEqualTo(effect);
    }

    @Test
    @EngineObligation(section = "4.4", level = MAY, value = "so are those of the origin that the client has asked")
    void resolvesLocationsOfOriginThatClientAddressed() {
        URI asked = URI.create("http://a.test/orders");
        assertThat(UnsafeMethods.named(asked, ok("Location", "http://A.test:80/b", "Content-Location", "//a.test/c")))
                .containsExactly(URI.create("http://A.test:80/b"), URI.create("http://a.test/c"));
        assertThat(UnsafeMethods.named(
                        asked, ok("Location", "http://b.test/b", "Content-Location", "https://a.test/c")))
                .isEmpty();
    }

    @Test
    @EngineObligation(
            section = "4.4",
            level = MAY,
            value = "Location and Content-Location of the same origin are invalidated too")
    void invalidatesTargetLocationAndContentLocation() {
        assertThat(UnsafeMethods.targets(
                        request("POST"),
                        ok(
                                "Location",
                                "/things/7?x#y",
                                "Content-Location",
                                "2",
                                "location",
                                "http://ORIGIN.test:80/abs")))
                .containsExactly(
                        EngineFixtures.TARGET,
                        URI.create("http://origin.test/things/7?x"),
                        URI.create("http://ORIGIN.test:80/abs"),
                        URI.create("http://origin.test/things/2"));
        assertThat(UnsafeMethods.targets(request("POST"), ok("Content-Location", "", "Location", "?a=b")))
                .containsExactly(EngineFixtures.TARGET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.test/",
                "https://origin.test/things",
                "http://origin.test:8080/",
                "//evil.test/x",
                "mailto:a@b",
                "mailto:a b",
                "//evil.test/a b",
                "//origin test/x",
                "http:///x",
                "javascript:alert(1)",
                "http://origin.test@evil.test/"
            })
    @EngineObligation(section = "4.4", level = MUST, value = "another origin's URI MUST NOT be invalidated")
    void doesNotInvalidateLocationsOfOtherOrigins(String location) {
        assertThat(UnsafeMethods.targets(request("PUT"), ok("Location", location)))
                .containsExactly(EngineFixtures.TARGET);
    }

    @ParameterizedTest
    @CsvSource({
        "'/catalog/John Doe', /catalog/John%20Doe",
        "'/catalog/5?note=saved by \"John\"&at=http://a.test/x y', /catalog/5",
        "'http://origin.test/a<b> c', /a%3cb%3e%20c",
        "/100%, /100%25",
        "/100%2, /100%252",
        "/%2g%41, /%252g%41",
        "'a b:c', /things/a%20b:c",
        "5:close, /things/5:close",
        "'?a b', /things/1",
        ":, /things/:",
        "%, /things/%25"
    })
    @EngineObligation(
            section = "4.4",
            level = MAY,
            value = "Location is invalidated in whichever spelling it is passed on, though it be no URI")
    void resolvesLocationsThatAreNoValidUris(String location, String path) {
        URI target = URI.create("http://origin.test/things/1");
        assertThat(UnsafeMethods.named(target, ok("Location", location)))
                .extracting(URI::getRawPath)
                .containsExactly(path);
    }

    /** Field values have one character for each octet. */
    @Test
    @EngineObligation(section = "4.4", level = MAY, value = "Location is invalidated whatever octets it has")
    void resolvesLocationsContainingAnyByte() {
        for (char octet = 0; octet < 256; octet++) {
            for (String before : List.of("", "http://origin.test", "//origin.test")) {
                if (octet != '#' && octet != '?') {
                    String location = before + "/a" + octet + "z?" + octet + " z";
                    assertThat(UnsafeMethods.named(EngineFixtures.TARGET, ok("Location", location)))
                            .as("octet %d after %s", (int) octet, before)
                            .extracting(uri -> octets(uri.getRawPath()))
                            .contains("/a" + octet + "z");
                }
            }
        }
    }

    /** An origin may mean octets or characters of ISO 8859-1, and so may clients. */
    @Test
    @EngineObligation(section = "4.4", level = MAY, value = "Location is invalidated by octets and by characters")
    void resolvesNonAsciiLocationsAsLatin1AndUtf8() {
        assertThat(UnsafeMethods.named(EngineFixtures.TARGET, ok("Location", "/\u00fc")))
                .extracting(URI::getRawPath)
                .containsExactly("/%fc", "/%c3%bc");
    }

    @ParameterizedTest
    @CsvSource({
        "COPY, /dav/b/y, /dav/b/y",
        "MOVE, http://ORIGIN.test:80/dav/b/y#z, /dav/b/y",
        "MOVE, '/dav/b/y z', /dav/b/y%20z",
        "COPY, http://other.test/dav/b/y,",
        "PUT, /dav/b/y,",
        "GET, /dav/b/y,"
    })
    @EngineObligation(
            rfc = "RFC 4918",
            section = "9.8-9.9",
            level = MUST,
            value = "COPY and MOVE write to their Destination too; it is invalidated if it is of the same origin")
    void copyAndMoveInvalidateDestinationOfSameOrigin(String method, String destination, String path) {
        var request = new RequestHead(method, EngineFixtures.TARGET, HeaderFields.of("Destination", destination));
        assertThat(UnsafeMethods.destinations(request))
                .extracting(URI::getRawPath)
                .isEqualTo(path == null ? List.of() : List.of(path));
    }

    private static String octets(String rawPath) {
        return URLDecoder.decode(rawPath.replace("+", "%2b"), StandardCharsets.ISO_8859_1);
    }

    @Test
    @EngineObligation(section = "4.4", level = MUST, value = "no location breaks the invalidation of the target")
    void randomLocationsNeverThrow() {
        RandomText.joined(
                5_000,
                new String[] {"http", ":", "/", "//", "origin.test", "?", "#", "%", "..", "[", " ", "@", "8", "\u00fc"},
                text -> assertThat(UnsafeMethods.targets(request("PUT"), ok("Location", text)))
                        .first()
                        .isEqualTo(EngineFixtures.TARGET));
    }

    /** Names of services that are composed have underscores; {@link URI} finds no host in them. */
    @ParameterizedTest
    @CsvSource({
        "http://my_shop.example/w, http://my_shop.example/r, true",
        "http://my_shop.example/w, http://MY_SHOP.example:80/r, true",
        "http://my_shop.example:8080/w, http://my_shop.example:8080/r, true",
        "http://my_shop.example/w, http://u@my_shop.example:/r, true",
        "http://[::1]/w, http://[::1]:080/r, true",
        "http://my_shop.example/w, http://my_shop.example:8080/r, false",
        "http://my_shop.example/w, https://my_shop.example/r, false",
        "http://my_shop.example/w, http://my_shop.example@other.example/r, false",
        "http://my_shop.example/w, http://my_shop2.example/r, false"
    })
    @EngineObligation(
            section = "4.4",
            level = MAY,
            value =
                    "Location is of the same origin as the target if it names the same authority, whatever characters that has")
    void comparesOriginsOfHostsWithUnderscore(String target, String location, boolean same) {
        assertThat(UnsafeMethods.named(URI.create(target), ok("Location", location))
                        .isEmpty())
                .isNotEqualTo(same);
    }
}
