package com.example.hello;

import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageSection;
import java.util.List;
import java.util.function.Supplier;

/** The section of the operators' page: a greeting, and a table of hits. */
record HelloPageSection(Supplier<Hello> hello) implements PageSection {

    @Override
    public String title() {
        return "Hello";
    }

    @Override
    public List<PageBlock> blocks() {
        Hello now = hello.get();
        List<List<String>> rows = now.hitsByRoute().entrySet().stream()
                .map(route -> List.of(route.getKey(), route.getValue().toString()))
                .toList();
        return List.of(new PageBlock.Note(now.greeting()), new PageBlock.Table("Hits", List.of("route", "hits"), rows));
    }
}
