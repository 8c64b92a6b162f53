package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How far a write reaches: pools, couplings, scope, and what the origin names. */
class WriteInvalidationTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(gateway -> gateway.property("larder.invalidation.couplings.users", "skills")
                    .property("larder.invalidation.couplings.skills", "paths,users")
                    .property("larder.invalidation.unknown-write-timeout", "0s")
                    .property("larder.rules.tree.paths", "/tree/**")
                    .property("larder.rules.tree.invalidation-scope", "hierarchy")
                    .property("larder.rules.all.paths", "/all/**")
                    .property("larder.rules.all.invalidation-scope", "pool")
                    .property("larder.rules.products.paths", "/products/**")
                    .property("larder.rules.products.items", "sku-#*")
                    .property("larder.rules.leaf.paths", "/leaf/**")
                    .property("larder.rules.leaf.invalidation-scope", "path")
                    .property("larder.rules.groups.paths", "/groups/**")
                    .property("larder.rules.groups.invalidation-scope", "groups")
                    .property("larder.rules.mine.paths", "/accounts/{id}/**")
                    .property("larder.rules.mine.pool", "account-{id}")
                    .property("larder.rules.mine.coupled-pools", "overview,owner-{id}")
                    .property("larder.rules.owners.paths", "/owners/of/{id}")
                    .property("larder.rules.owners.pool", "owner-{id}")
                    .property("larder.rules.always.paths", "/always/**")
                    .property("larder.rules.always.revalidate", "always"));

    private final String unique = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "/orders/{}/1, /orders/{}/1, true",
        "/orders/{}/1, /orders/{}/2, false",
        "/orders/{}/1, /orders/{}/top, true",
        "/orders/{}/1, /orders, true",
        "/orders/{}/1?a=b, /orders/{}/1?c=d, true",
        "/%6Frders/{}/1, /orders/{}/top, true",
        "/ORDERS//{}/1, /orders/{}/top, true",
        "/orders/{}/one, /orders/{}/2, true",
        "/products/{}/sku-1, /products/{}/sku-2, false",
        "/products/{}/sku-1, /products/{}/top, true",
        "/all/{}/1, /all/{}/2, true",
        "/api/v1/orders/{}, /api/v1/invoices/{}, false",
        "/api/v1/orders, /api/v1/invoices/{}, false",
        "/api/v1/orders, /api/v1/orders/{}, true",
        "/api/v1/users/{}/1, /skills/{}/1, true",
        "/orders/{}/1, /invoices/{}/1, false",
        "/users/{}/1, /skills/{}/1, true",
        "/users/{}/1, /paths/{}/1, true",
        "/paths/{}/1, /users/{}/1, false",
        "/skills/{}/1, /users/{}/1, true",
        "/accounts/1/{}, /accounts/1/{}/x, true",
        "/accounts/1/{}, /accounts/2/{}, false",
        "/accounts/1/{}, /overview/{}, true",
        "/accounts/7:close, /accounts/7/{}, true",
        "/accounts/7.json, /accounts/7/{}, true",
        "/accounts/7:close, /accounts/7?{}, true",
        "/accounts/7:close, /owners/of/7?{}, true",
        "/accounts/7:close, /accounts/8/{}, false",
        "/tree/{}/5/skills/7, /tree/{}/5/skills/7?page=2, true",
        "/tree/{}/5/skills/7, /tree/{}/5/skills/7/tags, true",
        "/tree/{}/5/skills/7, /tree/{}/5/skills, true",
        "/tree/{}/5/skills/7, /tree/{}/5, true",
        "/tree/{}/5/skills/7, /tree, true",
        "/tree/{}/5/skills/7, /tree/{}/5/skills/8, false",
        "/tree/{}/5/skills/7, /tree/{}/6, false",
        "/leaf/{}/1, /leaf/{}/1?a=b, true",
        "/leaf/{}/1, /leaf/{}/2, false"
    })
    void aWriteReaches(String written, String read, boolean reached) {
        String target = read.replace("{}", unique.substring(1));
        STAGE.origin().on(pathOf(target), request -> answer(request.method()));
        STAGE.origin().on(pathOf(written.replace("{}", unique.substring(1))), request -> answer(request.method()));
        STAGE.get(target);
        assertThat(STAGE.get(target).hit()).isTrue();

        STAGE.gateway().send("PUT", written.replace("{}", unique.substring(1)), "content");

        assertThat(STAGE.get(target).hit()).isEqualTo(!reached);
    }

    @Test
    void cacheGroupInvalidationInvalidatesOnlyNamedGroups() {
        fresh("/groups" + unique + "/a", "Cache-Groups", "\"a\", \"b\";x=1");
        fresh("/groups" + unique + "/c", "Cache-Groups", "\"c\"");
        writes("/groups" + unique + "/w", "Cache-Group-Invalidation", "\"b\"");

        STAGE.gateway().send("POST", "/groups" + unique + "/w", "content");

        assertThat(STAGE.get("/groups" + unique + "/a").hit()).isFalse();
        assertThat(STAGE.get("/groups" + unique + "/c").hit()).isTrue();
    }

    @Test
    void cacheGroupInvalidationOnASafeMethodIsIgnored() {
        fresh("/groups" + unique + "/a", "Cache-Groups", "\"b\"");
        STAGE.origin().on("/groups" + unique + "/w", ResponseScript.ok("", "Cache-Group-Invalidation", "\"b\""));
        STAGE.get("/groups" + unique + "/w");
        assertThat(STAGE.get("/groups" + unique + "/a").hit()).isTrue();
    }

    @Test
    void invalidatingAResponseInvalidatesItsGroups() {
        fresh("/groups" + unique + "/item", "Cache-Groups", "\"listing\"");
        fresh("/groups" + unique + "/list", "Cache-Groups", "\"listing\"");
        STAGE.gateway().send("PUT", "/groups" + unique + "/item", "content");
        assertThat(STAGE.get("/groups" + unique + "/list").hit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Surrogate-Key", "Cache-Tag"})
    void tagsInWriteResponseInvalidateTaggedEntries(String field) {
        fresh("/groups" + unique + "/a", field, "one two");
        fresh("/groups" + unique + "/b", field, "three");
        writes("/groups" + unique + "/w", field, "zero, two");
        STAGE.gateway().send("POST", "/groups" + unique + "/w", "content");
        assertThat(STAGE.get("/groups" + unique + "/a").hit()).isFalse();
        assertThat(STAGE.get("/groups" + unique + "/b").hit()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'\"one\" \"two\"', two", "two, '\"zero\", \"two\"'", "'[\"one\",\"two\"]', 'zero;two'"})
    void tagsMatchInEveryListSyntax(String stored, String written) {
        fresh("/groups" + unique + "/a", "Cache-Tag", stored);
        writes("/groups" + unique + "/w", "Cache-Tag", written);
        STAGE.gateway().send("POST", "/groups" + unique + "/w", "content");
        assertThat(STAGE.get("/groups" + unique + "/a").hit()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"500, false", "503, false", "409, true", "404, true", "200, false"})
    @Tag("hardening-I7")
    void serverErrorInvalidatesAndClientErrorDoesNot(int status, boolean hit) {
        STAGE.gateway().expect(status);
        fresh("/orders" + unique);
        STAGE.origin()
                .on(
                        "/orders" + unique,
                        request -> request.method().equals("GET") ? answer("GET") : ResponseScript.status(status));
        STAGE.gateway().send("POST", "/orders" + unique, "content");
        assertThat(STAGE.get("/orders" + unique).hit()).isEqualTo(hit);
    }

    @Test
    void invalidatedResponseIsRevalidatedBeforeReuse() {
        STAGE.origin().on("/orders" + unique, request -> switch (request.method()) {
            case "GET" ->
                request.fields().has("If-None-Match")
                        ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                        : ResponseScript.ok("unchanged", "ETag", "\"1\"", "Cache-Control", "max-age=60");
            default -> ResponseScript.status(204);
        });
        writes("/orders" + unique + "/other");
        STAGE.get("/orders" + unique);
        STAGE.gateway().send("POST", "/orders" + unique + "/other", "content");

        ReceivedResponse validated = STAGE.get("/orders" + unique);

        assertThat(validated.content()).isEqualTo("unchanged");
        assertThat(validated.field("Cache-Status"))
                .contains("fwd=stale; fwd-status=304")
                .contains("detail=invalidated");
        assertThat(STAGE.get("/orders" + unique).hit()).isTrue();
    }

    @Test
    void readsDuringWriteAreForwardedAndNotStored() {
        OriginLatch gate = new OriginLatch();
        fresh("/orders" + unique + "/top");
        STAGE.origin()
                .on(
                        "/orders" + unique + "/2",
                        request -> request.method().equals("PUT")
                                ? ResponseScript.status(409).before(gate)
                                : ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        CompletableFuture<ReceivedResponse> writer =
                ConcurrentClients.one(() -> STAGE.gateway().send("PUT", "/orders" + unique + "/2", "content"));
        gate.awaitArrival();

        ReceivedResponse during = STAGE.get("/orders" + unique + "/top");
        ReceivedResponse unknown = STAGE.get("/orders" + unique + "/2?page=2");

        assertThat(during.field("Cache-Status")).contains("fwd=miss").endsWith("detail=fenced");
        assertThat(unknown.field("Cache-Status")).contains("fwd=miss");
        gate.release();
        ConcurrentClients.join(writer);
        assertThat(STAGE.get("/orders" + unique + "/top").hit())
                .as("a refused write makes nothing wrong")
                .isTrue();
        assertThat(STAGE.get("/orders" + unique + "/2?page=2").hit()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/users{}/5, /users{}/6, true", "/users{}/5, /users{}/5, false", "/users{}/5, /skills{}/1, false"})
    void storesWriteResponseUnlessConcurrentWriteInvalidatesIt(String written, String other, boolean hit) {
        String target = written.replace("{}", unique);
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        target,
                        request -> ResponseScript.ok(
                                        "content", "Cache-Control", "max-age=60", "Content-Location", target)
                                .before(gate));
        CompletableFuture<ReceivedResponse> writer =
                ConcurrentClients.one(() -> STAGE.gateway().send("POST", target, "content"));
        gate.awaitArrival();
        STAGE.origin().on(other.replace("{}", unique), ResponseScript.ok(""));
        STAGE.gateway().send("PUT", other.replace("{}", unique), "content");
        gate.release();
        ConcurrentClients.join(writer);
        assertThat(STAGE.get(target).hit()).isEqualTo(hit);
    }

    @Test
    void alwaysValidatingRouteContactsOriginEachTime() {
        STAGE.origin()
                .on(
                        "/always" + unique,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"1\"")
                                : ResponseScript.ok("content", "ETag", "\"1\"", "Cache-Control", "max-age=60"));
        STAGE.get("/always" + unique);
        for (int n = 0; n < 3; n++) {
            ReceivedResponse validated = STAGE.get("/always" + unique);
            assertThat(validated.content()).isEqualTo("content");
            assertThat(validated.field("Cache-Status"))
                    .contains("fwd-status=304")
                    .endsWith("detail=always-validated");
        }
        assertThat(STAGE.origin().count("/always" + unique)).isEqualTo(4);
    }

    @Test
    void writeWithUnknownOutcomeInvalidatesItsPool() {
        STAGE.gateway().expect(502);
        fresh("/orders" + unique + "/top");
        STAGE.origin().on("/orders" + unique + "/2", ResponseScript.hangUp(TransferEnd.FIN));
        STAGE.gateway().send("POST", "/orders" + unique + "/2", "content");
        assertThat(STAGE.get("/orders" + unique + "/top").hit()).isFalse();
    }

    private static void fresh(String path, String... fields) {
        STAGE.origin().on(path, request -> answer(request.method(), fields));
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    private static void writes(String path, String... fields) {
        STAGE.origin().on(path, ResponseScript.status(204, fields));
    }

    private static ResponseScript answer(String method, String... fields) {
        if (!method.equals("GET")) {
            return ResponseScript.status(204);
        }
        String[] all = Arrays.copyOf(fields, fields.length + 2);
        all[fields.length] = "Cache-Control";
        all[fields.length + 1] = "max-age=60";
        return ResponseScript.ok("content", all);
    }

    private static String pathOf(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}
