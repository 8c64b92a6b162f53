package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Finds contract interfaces in the packages of the application, and registers their routes and rules. */
final class ContractRegistrar implements ImportBeanDefinitionRegistrar {

    private final BeanFactory beans;
    private final Environment environment;
    private final ResourceLoader resources;

    ContractRegistrar(BeanFactory beans, Environment environment, ResourceLoader resources) {
        this.beans = beans;
        this.environment = environment;
        this.resources = resources;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        List<String> packages = AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of();
        var scanner = new Scanner(environment);
        scanner.setResourceLoader(resources);
        List<Class<?>> found = new ArrayList<>();
        packages.stream()
                .flatMap(name -> scanner.findCandidateComponents(name).stream())
                .map(each -> ClassUtils.resolveClassName(
                        String.valueOf(each.getBeanClassName()), resources.getClassLoader()))
                .distinct()
                .forEach(found::add);
        UnreadAnnotations.check(found);
        found.stream().filter(ContractRegistrar::isContract).forEach(type -> register(type, registry));
    }

    private static boolean isContract(Class<?> type) {
        MergedAnnotations annotations = MergedAnnotations.from(type);
        return annotations.isPresent(LarderRoutes.class) || annotations.isPresent(BufferedWrite.class);
    }

    static void register(Class<?> type, BeanDefinitionRegistry registry) {
        var annotated = new AnnotationBeanRegistrar(registry);
        ContractReader.read(type, routes(type)).forEach(declared -> {
            String element = type.getName() + '#' + declared.route().id();
            annotated.route(element, declared.route());
            annotated.rule(element, declared.rule());
        });
    }

    private static LarderRoutes routes(Class<?> type) {
        return AnnotationFinder.find(LarderRoutes.class, MergedAnnotations.from(type))
                .orElseThrow(() -> new InvalidAnnotationException(
                        ClassUtils.getShortName(type),
                        "@BufferedWrite stands on a type that declares no routes, so it would buffer nothing",
                        "@LarderRoutes(uri = \"http://orders:8080\") beside it"));
    }

    /** Accepts interfaces, which are not components. */
    private static final class Scanner extends ClassPathScanningCandidateComponentProvider {

        Scanner(Environment environment) {
            super(false, environment);
            addIncludeFilter(new AnnotationTypeFilter(LarderRoutes.class));
            addIncludeFilter(new AnnotationTypeFilter(BufferedWrite.class));
            addIncludeFilter((reader, factory) -> UnreadAnnotations.mayBeIn(reader.getAnnotationMetadata()));
        }

        @Override
        protected boolean isCandidateComponent(AnnotatedBeanDefinition found) {
            return found.getMetadata().isIndependent() && !found.getMetadata().isAnnotation();
        }
    }
}
