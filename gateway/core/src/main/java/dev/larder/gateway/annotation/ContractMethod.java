package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/** Reads one method of a contract interface, and rejects contradictions. */
final class ContractMethod {

    private final Method method;
    private final ContractRequestMapping exchange;
    private final AnnotatedRuleBuilder draft;

    ContractMethod(Class<?> contract, Method method, String prefix) {
        this.method = method;
        this.draft = new AnnotatedRuleBuilder(ClassUtils.getShortName(contract) + '.' + method.getName() + "()");
        this.exchange = ContractRequestMapping.of(method, prefix, draft);
    }

    ContractRequestMapping exchange() {
        return exchange;
    }

    /**
     * Returns its rule.
     *
     * @param route id of its route
     * @param ofContract defaults for the rules of all methods
     * @param buffer how writes of all methods that can be buffered are buffered
     */
    AnnotatedRule rule(String route, Optional<CacheRule> ofContract, Optional<BufferedWrite> buffer) {
        Optional<CacheRule> own = annotation(CacheRule.class);
        boolean stores = exchange.isGetOrHead() && annotation(NoCache.class).isEmpty();
        draft.add("paths", exchange.path(), exchange.written());
        draft.add("routes", route, "@LarderRoutes");
        draft.say(
                "methods",
                stores ? "GET,HEAD" : "",
                exchange.isGetOrHead() && !stores ? "@NoCache" : exchange.written());
        refuseContradictions(own);
        if (stores) {
            lifetimes(ofContract, own);
            buffer.ifPresent(new BufferedWriteRuleBuilder(draft)::reads);
        }
        buffer(buffer);
        ofContract.ifPresent(draft::spread);
        own.ifPresent(draft::spread);
        annotation(Invalidates.class)
                .ifPresent(pools -> draft.pools(List.of(pools.value()), AnnotationSourceText.value(Invalidates.class)));
        return own.map(CacheRule::name)
                .filter(name -> !name.isEmpty())
                .map(name ->
                        draft.rule(name, AnnotationSourceText.attribute("name").with(name)))
                .orElseGet(() -> draft.rule(route, "@LarderRoutes"));
    }

    private void lifetimes(Optional<CacheRule> ofContract, Optional<CacheRule> own) {
        ofContract.ifPresent(draft::lifetimes);
        own.ifPresent(draft::lifetimes);
        annotation(CacheTtl.class)
                .ifPresent(ttl -> draft.duration("ttl", ttl.value(), AnnotationSourceText.value(CacheTtl.class)));
        annotation(StaleWhileRevalidate.class)
                .ifPresent(stale -> draft.duration(
                        "stale-while-revalidate",
                        stale.value(),
                        AnnotationSourceText.value(StaleWhileRevalidate.class)));
    }

    private void buffer(Optional<BufferedWrite> ofContract) {
        Optional<BufferedWrite> own = annotation(BufferedWrite.class);
        own.ifPresent(this::refuseContradictions);
        if (exchange.isBufferable() && (own.isPresent() || ofContract.isPresent())) {
            var buffer = new BufferedWriteRuleBuilder(draft);
            buffer.method(exchange.method(), exchange.written());
            ofContract.ifPresent(buffer::writes);
            own.ifPresent(buffer::writes);
        }
    }

    private void refuseContradictions(BufferedWrite own) {
        if (!exchange.isBufferable()) {
            refuse(
                    BufferedWrite.class,
                    "stands on " + exchange.written() + ", but only POST, PUT and PATCH are buffered");
        }
        if (own.methods().length > 0) {
            throw draft.refuse(
                    AnnotationSourceText.attribute(BufferedWrite.class, "methods")
                                    .with(own.methods()) + " says which methods, but " + exchange.written() + " does",
                    "@BufferedWrite without methods");
        }
        if (!own.readsWhileWritePending().isEmpty()) {
            throw draft.refuse(
                    AnnotationSourceText.attribute(BufferedWrite.class, "readsWhileWritePending")
                                    .with(own.readsWhileWritePending())
                            + " says what becomes of reads, but the method writes",
                    "it on the interface");
        }
    }

    private void refuseContradictions(Optional<CacheRule> own) {
        if (!exchange.isUnsafe()) {
            refuse(Invalidates.class, "stands on " + exchange.written() + ", but only writes make pools wrong");
        }
        if (!exchange.isGetOrHead()) {
            String why = "stands on " + exchange.written() + ", but only answers to GET and HEAD are stored";
            refuse(NoCache.class, why);
            refuseLifetimes(own, why);
        }
        if (annotation(NoCache.class).isPresent()) {
            refuseLifetimes(own, "contradicts @NoCache");
        }
        own.filter(rule -> !rule.ttl().isEmpty()).ifPresent(rule -> refuse(CacheTtl.class, "contradicts @CacheRule"));
        own.filter(rule -> !rule.staleWhileRevalidate().isEmpty())
                .ifPresent(rule -> refuse(StaleWhileRevalidate.class, "contradicts @CacheRule"));
    }

    private void refuseLifetimes(Optional<CacheRule> own, String why) {
        refuse(CacheTtl.class, why);
        refuse(StaleWhileRevalidate.class, why);
        if (own.filter(CacheRuleAttributes::hasStoreAttributes).isPresent()) {
            throw draft.refuse("@CacheRule says how long something is stored and " + why, "a @CacheRule without it");
        }
    }

    private void refuse(Class<? extends Annotation> type, String why) {
        if (annotation(type).isPresent()) {
            throw draft.refuse('@' + type.getSimpleName() + ' ' + why, "the method without it");
        }
    }

    private <A extends Annotation> Optional<A> annotation(Class<A> type) {
        return AnnotationFinder.find(type, MergedAnnotations.from(method));
    }
}
