package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.env.MockEnvironment;
import reactor.netty.http.client.HttpClient;

/** Each of these stops the start with one message: which property, which value, why, and what to write instead. */
class WrongConfigurationTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withBean(PathRoutePredicateFactory.class, () -> new PathRoutePredicateFactory(new WebFluxProperties()))
            .withUserConfiguration(Gateway.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "paths=users | paths has the value 'users', but a path begins with a slash | /users/**",
                "paths=/users/{id | paths has the value '/users/{id', but it is no path pattern | /users/{id}/**",
                "paths=/users/{id:[} | its regular expression [ is malformed | /users/{id}/**",
                "paths=/users/{id:(ab)} | its regular expression (ab) has a group that captures | /users/{id}/**",
                "paths=/users/{id:(?:a)}-{b:(c)} | its regular expression (c) has a group that captures | /users/{id}/**",
                "ttl=0s | ttl has the value '0s', but a lifetime is a duration of one second or more | 30s",
                "ttl=-1s | ttl has the value '-1s', but a lifetime is a duration of one second or more | 30s",
                "ttl=5 | ttl has the value '5', but a duration has a unit | larder.rules.mine.ttl=5s",
                "ttl=${seconds} | ttl has the value '5', but a duration has a unit | larder.rules.mine.ttl=5s",
                "ttl=5ms | ttl has the value '5ms', but a lifetime is a duration of one second or more | 30s",
                "ttl=PT0.999S | ttl has the value 'PT0.999S', but a lifetime is a duration of one second | 30s",
                "status-ttl.404=5 | status-ttl.404 has the value '5', but a duration has a unit | status-ttl.404=5s",
                "status-ttl.404=10ms | status-ttl.404 has the value '10ms', but a lifetime | 30s",
                "type-ttl[text/html]=60 | type-ttl[text/html] has the value '60', but a duration has a unit | =60s",
                "type-ttl[text/html]=60ms | type-ttl[text/html] has the value '60ms', but a lifetime | 30s",
                "max-error-ttl=5 | max-error-ttl has the value '5', but a duration has a unit | max-error-ttl=5s",
                "max-error-ttl=5us | max-error-ttl has the value '5us', but a lifetime | 30s",
                "stale-while-revalidate=30 | has the value '30', but a duration has a unit | stale-while-revalidate=30s",
                "stale-if-error=+30 | has the value '+30', but a duration has a unit | stale-if-error=30s",
                "key.content=512;methods=QUERY | key.content has the value '512', but a size has a unit | 512KB",
                "max-object-size=100 | max-object-size has the value '100', but a size has a unit | 100MB",
                "ttl-overrides=true | ttl-overrides has the value 'true', but the rule has no ttl | ttl=30s",
                "stale-while-revalidate=0s | stale-while-revalidate has the value '0s' | 30s",
                "stale-if-error=-5s | stale-if-error has the value '-5s' | 30s",
                "revalidate=always;stale-while-revalidate=5s | but the rule says revalidate=always | revalidate=ttl",
                "revalidate=always;early-hints=true | early-hints has the value 'true', but the rule says revalidate=always | revalidate=ttl",
                "strip=Link;early-hints=true | early-hints has the value 'true', but the rule strips Link | strip without Link",
                "refresh-ahead=0.6 | refresh-ahead has the value '0.6', but it is a share | 0.1",
                "refresh-ahead=-0.1 | refresh-ahead has the value '-0.1', but it is a share | 0.1",
                "revalidate=always;refresh-ahead=0.1 | but the rule says revalidate=always | revalidate=ttl",
                "status-ttl.304=5s | status-ttl has the value '304', but no response with such a status | 200 or 404",
                "status-ttl.429=5s | status-ttl has the value '429', but no response with such a status | 200 or 404",
                "statuses=200,511 | statuses has the value '200,511', but no response with such a status | 200 or 404",
                "status-ttl.404=0s | status-ttl.404 has the value | 30s",
                "statuses=200;status-ttl.404=5s | so it could never apply | statuses=200,404",
                "statuses=99 | statuses has the value '99' | 200 or 404",
                "methods=DELETE | methods has the value 'DELETE', but requests with this method are never | GET, HEAD, QUERY",
                "methods=GET,QUERY | methods has the value | key.content=64KB",
                "key.content=64KB | key.content has the value '64KB', but the rule's methods have no content | methods=QUERY",
                "methods=QUERY;key.content=17MB | key.content has the value '17MB', but content | 64KB",
                "key.user=sub | key.user has the value 'sub', but it is none of principal, claim:NAME and none | principal or claim:sub",
                "key.user= | key.user has the value '', but it is none of principal, claim:NAME and none | principal or claim:sub",
                "key.user=claim: sub | key.user has the value 'claim: sub', but it is none of principal, claim:NAME and none | principal or claim:sub",
                "key.user=claim: | key.user has the value 'claim:', but it is none of principal, claim:NAME and none | principal or claim:sub",
                "key.query.keep=page;key.query.ignore=utm_* | key.query.ignore has the value | key.query.keep=page, and leave",
                "key.headers=Authorization | key.headers has the value 'Authorization', but credentials | key.user=principal",
                "key.headers=Accept Language | it is no name of a header field | Accept-Language",
                "key.cookies=a=b | it is no name of a header field or cookie | currency",
                "bypass.header=Bypass Cache | bypass.header has the value 'Bypass Cache' | Bypass-Cache",
                "store=big | store has the value 'big', but there is no store of that name | larder.stores.big",
                "max-object-size=1GB | max-object-size has the value '1GB', but its store has room | a value between",
                "max-object-size=2048MB | max-object-size has the value '2048MB', but a response kept in memory | 1MB",
                "max-object-size=0B | max-object-size has the value '0B', but a response kept in memory | 1MB",
                "revalidate=always;stale-if-error=5s | but the rule says revalidate=always | leave stale-if-error out",
                "bypass.parameter=a&b | bypass.parameter has the value 'a&b', but a name of a parameter | refresh",
                "bypass.parameter=fresh=1 | bypass.parameter has the value 'fresh=1' | bypass.parameter=refresh",
                "bypass.parameter=fresh* | bypass.parameter has the value 'fresh*' | bypass.parameter=refresh",
                "bypass.parameter=#fresh | bypass.parameter has the value '#fresh' | bypass.parameter=refresh",
                "bypass.parameter=re fresh | bypass.parameter has the value 're fresh' | bypass.parameter=refresh",
                "paths=/u/{identifier};pool=user-{id} | but not every path of the rule has a variable id | /users/{id}/**",
                "strip=Vary | strip has the value 'Vary', but it says what the content is | larder.rules.mine.vary",
                "strip=a b | strip has the value 'a b' | X-Debug",
                "vary= | all requests would get one response, whatever the origin says | Accept-Encoding",
                "type-ttl[Text/HTML]=1s | type-ttl has the value 'Text/HTML', but media types are compared | [text/html]",
                "type-ttl[html]=1s | type-ttl has the value 'html', but it is no media type | [image/*]",
                "items=a/b | items has the value 'a/b' | sku-*",
                "coupled-pools=user-{name} | coupled-pools has the value 'user-{name}', but not every path | /users/{id}/**",
                "content-pools=users | content-pools has the value 'users', but it is no name of a pool | customer-{/customer/id}",
                "content-pools={/id} | content-pools has the value '{/id}', but it is no name of a pool | customer-{/customer/id}",
                "content-pools=a-{/id}-{/x} | content-pools has the value | customer-{/customer/id}",
                "content-pools=a-{/~2} | content-pools has the value | customer-{/customer/id}",
                "pool=user-{name} | pool has the value 'user-{name}', but not every path of the rule | /users/{id}/**",
                "tll=30s | Larder has no such property | example larder.rules.mine.ttl",
                "key.ttl=30s | Larder has no such property | example larder.rules.mine.ttl",
                "v1.ttl=30s | Larder has no such property | example larder.rules.mine.ttl",
                "bypass.store=big | Larder has no such property | example larder.rules.mine.store",
                "x.status-ttl.y=5s | Larder has no such property | example larder.rules.mine.status-ttl.404",
                "status-ttl.abc=5s | Larder has no such property | example larder.rules.mine.status-ttl.404",
                "status-ttl.y=5s | Larder has no such property | example larder.rules.mine.status-ttl.404",
                "status-ttls.404=5s | Larder has no such property | example larder.rules.mine.status-ttl.404",
                "type-ttls[image/*]=5s | Larder has no such property | example larder.rules.mine.type-ttl[text/html]",
                "type-tll[text/html]=5s | Larder has no such property | example larder.rules.mine.type-ttl[text/html]",
                "statuses.404=true | Larder has no such property | example larder.rules.mine.statuses",
                "status=404 | Larder has no such property | example larder.rules.mine.statuses",
                "ttl[0]=5s | Larder has no such property | example larder.rules.mine.ttl",
                "paths[x]=/x | Larder has no such property | example larder.rules.mine.paths",
                "key.hosts=false | Larder has no such property | example larder.rules.mine.key.host",
            })
    void startupFailureNamesInvalidRulePropertyAndRemedy(String properties, String description, String action) {
        String paths = properties.startsWith("paths=") ? "" : "paths=/users/**;";
        stops((paths + properties).split(";"), "larder.rules.mine.", "larder.rules.mine", description, action);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.rules.mine.pool=users | larder.rules.mine.paths has the value '' | could never apply | mine.paths=/users/**, or Cache=mine",
                "larder.rules.a.paths=/x;larder.rules.b.paths=/x | .paths has the value '/x' | says the same | without it",
                "larder.rules.a.paths=/u/{id};larder.rules.b.paths=/u/{name} | .paths has the value '/u/{name}' | larder.rules.a.paths says the same | without it",
                "larder.rules.a.paths=/u/{id:[0-9]{2}}/{*a};larder.rules.b.paths=/u/{n:[0-9]{2}}/{*b} | .paths has the value '/u/{n | says the same | without it",
                "larder.rules.a.paths=/x;larder.rules.b.paths=/x;larder.rules.b.methods=GET,QUERY;larder.rules.b.key.content=1KB | .paths has the value '/x' | says the same | without it",
                "larder.rules.a.routes=x;larder.rules.b.routes=x | .routes has the value 'x' | says the same | without it",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=catalog | Cache=catalog | there is no rule larder.rules.catalog | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=0s | Cache=0s | a lifetime is a duration of one second or more | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "metadata.larder-rule=catalog | larder-rule has the value 'catalog' | there is no rule | a rule",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE
                        + "predicates=Path=/u/{id:[} | has the value 'Path=/u/{id:[}' | its regular expression [ is malformed | Path=/users/{id}/**",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE
                        + "predicates=Path=/u/{id:(ab)} | has the value 'Path=/u/{id:(ab)}' | has a group that captures | Path=/users/{id}/**",
                "larder.invalidation.tag-fields=X-Tags;larder.rules.a.paths=/x;larder.rules.a.strip=x-tags | larder.rules.a.strip has the value 'x-tags' | its tags would be lost | leave it out",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=30 | has the value 'Cache=30' | a duration has a unit | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=30ms | has the value 'Cache=30ms' | one second or more | Cache=30s",
                "spring.cloud.gateway.server.webflux.default-filters=Cache=30 | default-filters has the value 'Cache=30' | a duration has a unit | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cach=30s | has the value 'Cach' | there is no filter of this name | Cache",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE
                        + "predicates=Pth=/** | has the value 'Pth' | there is no predicate of this name | Path",
                "spring.cloud.gateway.server.webflux.default-filters=Cahce | default-filters has the value 'Cahce' | there is no filter | Cache",
                "larder.collapse.timeout=10 | larder.collapse.timeout has the value '10' | a duration has a unit | larder.collapse.timeout=10s",
                "larder.limits.request-header-timeout=10 | request-header-timeout has the value '10' | a duration has a unit | =10s",
                "larder.store.stale-retention=1 | larder.store.stale-retention has the value '1' | a duration has a unit | =1d",
                "larder.store.stale-retention=1ms | larder.store.stale-retention has the value '1ms' | zero nor one second | =1d",
                "larder.store.max-size=512 | larder.store.max-size has the value '512' | a size has a unit | larder.store.max-size=512MB",
                "larder.stores.big.max-size=64 | larder.stores.big.max-size has the value '64' | a size has a unit | =64MB",
                "larder.status-header=S Cache | larder.status-header has the value 'S Cache' | no name | S-Cache",
                "larder.via=my gateway | larder.via has the value 'my gateway' | more than one word | larder",
                "larder.stores.big.max-size=0B | larder.stores.big.max-size has the value '0B' | at least one byte | 64MB",
                "larder.stores.default.max-size=1MB | larder.stores.default.max-size has the value '1MB' | belongs to the store of larder.store | larder.store.max-size=64MB, or another name in place of default",
                "larder.stores.big.type=gdsf | larder.stores.big.max-size has the value '67108864B' | no rule names this store | larder.rules.<rule>.store=big",
                "larder.store.max-size=4GB;larder.rules.a.max-object-size=3GB | larder.rules.a.max-object-size has the value '3GB' | between 1 byte and 2047 MB | 1MB",
                "larder.rules[a.b].tll=1s | larder.rules[a.b].tll has the value '1s' | no such property | larder.rules[a.b].ttl",
                "larder.stores.big.fast.type=gdsf | larder.stores.big.fast.type has | no such property | larder.stores.big.type",
                "larder.store.max-size[0]=1MB | larder.store.max-size[0] has | no such property | example larder.store.max-size",
                "larder.stores.big.size=1MB | larder.stores.big.size has the value | no such property | larder.store",
            })
    @Tag("hardening-X13")
    void startupFailureNamesInvalidSettingAndRemedy(String properties, String where, String why, String action) {
        stops(properties.split(";"), "", where, why, action);
    }

    @Test
    void namesMissingJarForRouteFilterOfAbsentExtension() {
        String route = ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                + "filters=BufferedWrites=orders";
        runner.withPropertyValues(route.split(";")).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessage("The property spring.cloud.gateway.server.webflux.routes (r) has the value"
                            + " 'BufferedWrites', but the extension that it belongs to, dev.larder:larder-writes, is not"
                            + " on the class path.");
        });
    }

    private void stops(String[] properties, String prefix, String where, String why, String action) {
        var environment = new MockEnvironment().withProperty("seconds", "5");
        for (String property : properties) {
            int end = property.indexOf('=');
            environment.setProperty(prefix + property.substring(0, end), property.substring(end + 1));
        }
        String[] prefixed = Arrays.stream(properties).map(prefix::concat).toArray(String[]::new);
        runner.withPropertyValues("seconds=5").withPropertyValues(prefixed).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = new InvalidPropertyAnalyzer(environment).analyze(context.getStartupFailure());
            assertThat(analysis).as("%s", context.getStartupFailure()).isNotNull();
            assertThat(analysis.getDescription()).startsWith("The property ").contains(where, why);
            assertThat(analysis.getAction()).startsWith("Write for example ").contains(action);
        });
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}
